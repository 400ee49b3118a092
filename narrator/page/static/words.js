// The page's own labels, in the table's language: all of them come from the server.

import { look } from "./link.js";

let words = {};

export async function loadWords() {
  const { status, told } = await look("words");
  if (!told) return status;
  words = told;
  document.documentElement.lang = word("language");
  return status;
}

export function word(key, values = {}) {
  const text = words[key] ?? words[`page.${key}`] ?? "";
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** What the game has drawn for a sign of its own, if it has. */
export const drawing = (sign) => words.drawings?.[sign];

/** A player in a list, by number and name; a name that ends with the number has it already. */
export const person = ({ seat, name }) => (name.endsWith(` ${seat}`) ? name : `${seat} ${name}`.trim());

/** A text in which no short double word, such as Bum-bum, is broken at its hyphen. */
export const unbroken = (text) => text.replace(/(?<!\p{L})(\p{L}{1,4})-(?=\p{L}{1,4}(?!\p{L}))/gu, "$1\u2011");

/** A text in which no number stands apart from its name. */
export const tied = (text) => text.replace(/(\d) /g, "$1\u00a0");
