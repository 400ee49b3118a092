"""The day: formal steps in any order that the script allows; what happens between them is the people's own."""
