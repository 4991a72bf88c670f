// @ts-check
// The views beside the card.

import { view } from "./address.js";
import { draw } from "./diagram.js";
import { stand } from "./time.js";
import { showTree } from "./tree.js";

/**
 * Scrolls to what the question is about.
 * @param {HTMLElement} panel
 */
export function showSource(panel) {
  const code = panel.querySelector("pre.code");
  if (!(code instanceof HTMLElement)) return;
  const line = code.querySelector(`[data-line="${code.dataset.show}"]`);
  if (!(line instanceof HTMLElement)) return;
  code.scrollTop = Math.max(0, line.offsetTop - code.offsetTop - code.clientHeight / 4);
}

const VIEWS = ["question", "source", "tree", "messages", "time"];

/** In a narrow window, the card is a view of its own. */
const narrow = matchMedia("(max-width: 900px)");

/** Whether there is anything to see. @param {string} name */
function exists(name) {
  const { walk, messages, tree, source } = document.body.dataset;
  if (name === "source") return source === "true";
  if (name === "tree") return tree === "true";
  if (name === "time") return walk !== "no";
  if (name === "messages") return messages === "true";
  return narrow.matches;
}

/** The view that the address names. */
function chosen() {
  const name = view();
  const beside = ["source", "messages", "tree", "time"].find(exists) ?? "";
  if (beside === "") return "";
  if (VIEWS.includes(name) && name !== "question") return name;
  return narrow.matches ? "question" : beside;
}

/** Shows the view that the address names, so that reload, back and a copied link work. */
export function showView() {
  const shown = chosen();
  document.body.dataset.shown = shown;
  for (const section of document.querySelectorAll("[data-view].view")) {
    if (section instanceof HTMLElement) section.hidden = section.dataset.view !== shown;
  }
  for (const link of document.querySelectorAll("[data-tab]")) {
    if (!(link instanceof HTMLElement)) continue;
    const name = link.dataset.tab ?? "";
    link.hidden = !exists(name) && name !== shown;
    if (name === shown) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  refresh(shown);
  const source = document.getElementById("source");
  if (shown === "source" && source) showSource(source);
}

/** @param {string} shown */
function refresh(shown) {
  if (shown === "tree") void showTree();
  if (shown === "messages") void draw();
  if (shown === "time") void stand();
}

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-to]") : null;
  if (button instanceof HTMLElement && button.dataset.to) location.hash = button.dataset.to;
});

narrow.addEventListener("change", showView);
window.addEventListener("hashchange", showView);
window.addEventListener("popstate", showView);
document.addEventListener("shown", (event) => {
  // In a narrow window, a new question is what people want to see.
  const asked = event instanceof CustomEvent && event.detail.panels?.card !== undefined && document.body.dataset.by === "answer";
  if (asked && narrow.matches && chosen() !== "question") location.hash = "#question";
  showView();
});

