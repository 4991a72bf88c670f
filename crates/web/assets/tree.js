// @ts-check
// The tree of calls: rows are fetched when someone opens them.

import { view } from "./address.js";

/** What was searched for last. */
let searched = "";

/** The revision and the root that the tree shows. */
let shown = "";

/** The node that the address names as the root: `#tree=17`. */
function root() {
  return location.hash.match(/^#tree=(\d+)$/)?.[1] ?? "";
}

/** Shows the tree, once for each question. */
export async function showTree() {
  const { rev, busy } = document.body.dataset;
  const place = document.getElementById("tree");
  const wanted = `${rev} ${root()}`;
  if (!place || busy === "true" || shown === wanted) return;
  shown = wanted;
  const answer = await fetch(`/look/tree?root=${root()}`);
  const html = await answer.text();
  if (shown !== wanted) return;
  if (answer.ok) place.innerHTML = html;
  else place.textContent = "";
  const current = place.querySelector(".row.current");
  if (current instanceof HTMLElement) {
    place.scrollTop = Math.max(0, current.offsetTop - place.offsetTop - place.clientHeight / 2);
  }
}

/** @param {string} what */
async function piece(what) {
  const answer = await fetch(`/look/${what}`);
  return answer.ok ? await answer.text() : "";
}

/** @param {HTMLElement} button */
async function fold(button) {
  const below = button.closest("li")?.querySelector(":scope > ul");
  if (!(below instanceof HTMLElement)) return;
  const open = button.getAttribute("aria-expanded") !== "true";
  if (open && below.childElementCount === 0) below.innerHTML = await piece(button.dataset.below ?? "");
  button.setAttribute("aria-expanded", String(open));
  below.hidden = !open;
}

/** @param {HTMLElement} button */
async function more(button) {
  const gap = button.closest("li");
  const html = await piece(button.dataset.more ?? "");
  if (!gap || html === "") return;
  const holder = document.createElement("ul");
  holder.innerHTML = html;
  const first = holder.querySelector("button");
  gap.replaceWith(...holder.childNodes);
  first?.focus();
}

/**
 * @param {string} text
 * @param {string} from
 */
async function find(text, from) {
  const place = document.getElementById("found");
  if (!place) return;
  const query = new URLSearchParams({ text, from });
  searched = text;
  place.innerHTML = text === "" ? "" : await piece(`find?${query}`);
  // A search by value reads a part of the tree at a time, and goes on until something is found.
  const on = place.querySelector("[data-alone]");
  if (on instanceof HTMLElement && searched === text && view() === "tree") await find(text, on.dataset.from ?? "");
}

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("button") : null;
  if (!button) return;
  if (button.dataset.below) void fold(button);
  else if (button.dataset.more) void more(button);
  else if (button.dataset.find) void find(button.dataset.find, button.dataset.from ?? "");
});

// The parts of a value of the walk, and the call stack, come when someone opens them.
document.addEventListener(
  "toggle",
  (event) => {
    const details = event.target;
    if (!(details instanceof HTMLDetailsElement) || !details.open) return;
    const { inside, lazy } = details.dataset;
    const parts = inside || lazy ? details.querySelector("summary + *") : null;
    if (parts && parts.childElementCount === 0) {
      void piece(lazy ?? `inside?number=${inside}`).then((html) => (parts.innerHTML = html));
    }
  },
  true,
);

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.dataset.search === undefined) return;
  event.preventDefault();
  const input = form.querySelector("input");
  if (input) void find(input.value.trim(), "");
});
