// @ts-check
// The part of a value that someone points at: an element, a field, or characters of a string.

/** @typedef {{ claim: number, path: (number | string)[] }} Part */

/** @type {Part | null} */
let part = null;

/** What is pointed at now. @returns {Part | null} */
export function pointed() {
  return part;
}

/** Nothing is pointed at any more. */
export function forget() {
  part = null;
}

/** Points at a part, or no longer. @param {HTMLElement} target */
export function point(target) {
  const pressed = target.getAttribute("aria-pressed") === "true";
  for (const other of document.querySelectorAll("[data-part]")) other.setAttribute("aria-pressed", "false");
  target.setAttribute("aria-pressed", String(!pressed));
  choose(pressed ? null : JSON.parse(target.dataset.part ?? "null"));
  letters(pressed ? [] : JSON.parse(target.dataset.characters ?? "[]"));
}

/** @param {Part | null} wanted */
function choose(wanted) {
  // The whole value is no part of itself: there is a button for it.
  part = wanted !== null && wanted.path.length > 0 ? wanted : null;
  document.querySelector(".answers button.wrong")?.classList.toggle("points", part !== null);
  const made = document.getElementById("made");
  if (made) made.hidden = part === null;
  document.getElementById("maker")?.replaceChildren();
}

/** Offers the characters of the string that is pointed at. @param {string[]} all */
function letters(all) {
  const place = document.getElementById("characters");
  if (!place) return;
  place.hidden = all.length === 0;
  place.replaceChildren(
    ...all.map((text, n) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "character";
      button.textContent = text === " " ? "\u00a0" : text;
      button.dataset.character = String(n + 1);
      button.setAttribute("aria-pressed", "false");
      button.setAttribute("aria-label", `character ${n + 1}: ${text === " " ? "space" : text}`);
      return button;
    }),
  );
}

/** Where a range of characters begins. */
let first = 0;

/**
 * Points at a character, or at a range that ends with it: the search follows the first one, because
 * the others were put behind it.
 * @param {HTMLElement} target
 * @param {boolean} extends_
 */
export function pointCharacter(target, extends_) {
  const n = Number(target.dataset.character);
  const all = [...document.querySelectorAll("[data-character]")];
  const was = target.getAttribute("aria-pressed") === "true";
  if (!extends_ || first === 0) first = n;
  const [from, to] = [Math.min(first, n), Math.max(first, n)];
  const none = was && !extends_ && all.filter((one) => one.getAttribute("aria-pressed") === "true").length === 1;
  all.forEach((one, index) => {
    one.setAttribute("aria-pressed", String(!none && from <= index + 1 && index + 1 <= to));
  });
  const holder = document.querySelector('[data-part][aria-pressed="true"]');
  const whole = holder instanceof HTMLElement ? JSON.parse(holder.dataset.part ?? "null") : null;
  if (none) first = 0;
  choose(whole && !none ? { ...whole, path: [...whole.path, from] } : whole);
}

/** Where a range is being drawn with the mouse. @type {HTMLElement | null} */
let drawn = null;

/** @param {EventTarget | null} target */
function characterAt(target) {
  const found = target instanceof Element ? target.closest("[data-character]") : null;
  return found instanceof HTMLElement ? found : null;
}

document.addEventListener("pointerdown", (event) => {
  drawn = event.shiftKey ? null : characterAt(event.target);
});
document.addEventListener("pointerover", (event) => {
  const over = characterAt(event.target);
  if (!drawn || !over || over === drawn || (event.buttons & 1) === 0) return;
  first = Number(drawn.dataset.character);
  pointCharacter(over, true);
});
document.addEventListener("click", (event) => {
  const target = characterAt(event.target);
  // Keys come as clicks, too: Shift and Enter extend the range.
  if (target) pointCharacter(target, event.shiftKey);
});
