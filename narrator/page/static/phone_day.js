// What all answer together by day: who wishes for what, and what this phone may add. Nothing by night.

const MINUTES = [1, 2, 3, 5, 10, 15, 20, 30, 60];
const SHOWN = 20_000; // ms after which a card shown to neighbours is hidden again

/** The part of the page for questions of the day; `wish` sends what is tapped, `card` gives the own card. */
export function together({ word, element, state, wish, card }) {
  const shown = element("section", { class: "together", hidden: true });
  let drawn = "";
  let asking = false; // whether the own card is about to be shown
  let hiding = 0;

  const question = () => (state.scene?.dark ? null : state.scene?.question);
  const lives = () => state.scene.living.includes(state.seat) || isOwn(question());
  const isOwn = (asked) => asked?.whose === state.seat;
  const name = (seat) => state.people.find((one) => one.seat === Number(seat))?.name ?? String(seat);
  const isSeat = ({ kind }) => kind === "seat" || kind === "seats";

  function label(said, { choices, labels, none, kind, grave, half }) {
    if (said === "none") return none || word("none");
    const many = grave.includes(said) ? ` (${half})` : "";
    const own = labels[choices.indexOf(said)];
    if (own) return own + many;
    if (/^\d+$/.test(said)) return isSeat({ kind }) ? `${said}.\u00a0${name(said)}` : said;
    return word(said) + many;
  }

  function button(said, text, pressed) {
    return element("button", { class: "wish", "data-wish": said, "aria-pressed": String(pressed), onclick: () => wish(pressed ? (said === nominee() ? "none" : "take-back") : said), text });
  }

  const own = () => question().wishes.find(([seat]) => seat === state.seat)?.[1];
  const nominee = () => String(question().nominated.find(([seat]) => seat === state.seat)?.[1] ?? "");

  function offers(asked) {
    if (asked.whose && !isOwn(asked)) return [];
    const { kind, choices, none } = asked;
    if (kind === "seats") {
      const people = choices.map((said) => button(said, word("nominate", { name: label(said, asked) }), nominee() === said));
      return [...people, button("that-is-all", word("that-is-all"), own() === "that-is-all")];
    }
    const [least, most] = choices.map(Number);
    const answers = kind === "count" ? MINUTES.filter((one) => least <= one && one <= most).map(String) : choices;
    return [...answers, ...(none ? ["none"] : [])].map((said) => button(said, label(said, asked), own() === said));
  }

  function wished(asked) {
    const nominated = asked.nominated.map(([seat, other]) => element("p", { text: word("nominated", { name: name(seat), other: name(other) }) }));
    const wishes = asked.wishes.map(([seat, said]) => {
      const may = lives() && seat !== state.seat && own() !== said;
      const row = element("p", {}, element("span", { text: word("wish", { name: name(seat), answer: label(said, asked) }) }));
      if (may) row.append(" ", element("button", { class: "agree", onclick: () => wish(said), text: word("agree") }));
      return row;
    });
    if (asked.full) nominated.push(element("p", { text: word("full", { most: asked.full }) }));
    return element("div", { class: "wished", role: "status" }, ...nominated, ...wishes);
  }

  /** Two taps show the own card; to all, where a rule knows of it. */
  function showing({ menu, shows }) {
    if (!menu || !state.hasCard) return [];
    const all = shows.includes(state.seat);
    if (!asking) return [element("button", { class: "show", onclick: () => ask(true), text: word("show-card") })];
    const yes = () => (ask(false), all ? wish("show-card") : reveal());
    return [
      element("p", { role: "alert", text: word(all ? "show-told" : "show-near") }),
      element("button", { class: "really", onclick: yes, text: word("show-really") }),
      element("button", { class: "not", onclick: () => ask(false), text: word("show-not") }),
    ];
  }

  function ask(is) {
    asking = is;
    draw();
    shown.querySelector(is ? ".not" : ".show")?.focus();
  }

  async function reveal() {
    const text = await card();
    if (!text || !question()) return;
    const [title, ...more] = text.split("\n");
    const open = element("button", { class: "card", onclick: hide }, element("strong", { text: title }), element("span", { text: more.join("\n").trim() }));
    document.body.append(open);
    open.focus();
    hiding = setTimeout(hide, SHOWN);
  }

  function hide() {
    clearTimeout(hiding);
    document.querySelector(".card")?.remove();
  }

  document.addEventListener("visibilitychange", () => document.hidden && hide());

  /** Draw it anew if anything in it has changed, and leave the focus where it was. */
  function draw() {
    const asked = question();
    if (state.scene?.dark) hide();
    const now = JSON.stringify([asked, asked && state.scene.living, state.scene?.call, asking]);
    if (now === drawn) return;
    drawn = now;
    shown.hidden = !asked;
    if (!asked) {
      asking = false;
      return shown.replaceChildren();
    }
    const focused = shown.contains(document.activeElement) ? document.activeElement.dataset.wish : null;
    const text = element("p", { class: "asked", text: asked.text });
    const tools = asked.commands.map((said) => button(said, label(said, asked), own() === said));
    const say = lives() ? [element("div", { class: "offers" }, ...offers(asked))] : [];
    say.push(element("p", { class: "two", text: word(lives() ? asked.takes : "you-are-out", { needed: asked.half }) }));
    const mine = lives() ? [element("div", { class: "tools" }, ...tools, ...showing(asked))] : [];
    shown.replaceChildren(text, wished(asked), ...say, ...mine);
    if (focused) shown.querySelector(`[data-wish="${focused}"]`)?.focus();
  }

  return { shown, draw, hasSeats: () => Boolean(question() && isSeat(question()) && lives()) };
}
