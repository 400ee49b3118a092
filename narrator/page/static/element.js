// Elements of a player's page, made without a library: a phone loads little.

/** An element of this kind; those that begin with `on` are its handlers, a false or missing attribute is left out. */
export function element(tag, { text = "", ...attributes } = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made[name] = value;
    else if (value !== false && value !== null) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...(text ? [text] : []), ...children);
  return made;
}

/** Write a text, unless it is there: some screen readers would say it again with every message. */
export function write(part, text) {
  if (part.textContent !== text) part.textContent = text;
}
