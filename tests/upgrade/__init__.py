"""Files of earlier versions, made by those versions, and read by this one."""
