// @ts-check
// The views beside the card.

import "./causes.js";
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

const VIEWS = ["source", "tree", "messages", "time"];

/** The view that the address names. */
function chosen() {
  const name = location.hash.slice(1).split("=")[0] ?? "";
  return VIEWS.includes(name) ? name : "source";
}

/** The run that the diagram shows. */
let drawn = "";

/** Shows the view that the address names, so that reload, back and a copied link work. */
export function showView() {
  const view = chosen();
  for (const section of document.querySelectorAll("[data-view]")) {
    if (section instanceof HTMLElement) section.hidden = section.dataset.view !== view;
  }
  for (const link of document.querySelectorAll("nav a")) {
    if (link.getAttribute("href") === `#${view}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  if (view === "tree") void showTree();
  if (view === "messages") void draw();
  if (view === "time") void stand();
  const source = document.getElementById("source");
  if (view === "source" && source) showSource(source);
}

/** Draws what the processes did, once for each question. */
async function draw() {
  const { rev, busy } = document.body.dataset;
  const place = document.getElementById("diagram");
  if (!place || busy === "true" || drawn === rev) return;
  drawn = rev ?? "";
  const answer = await fetch("/look/diagram");
  if (answer.ok) place.innerHTML = await answer.text();
  else place.textContent = "";
  document.dispatchEvent(new Event("drawn"));
}

/** The process whose calls are shown, and when that was. */
let watched = "";
let stood = "";

/** Shows where the run stands, after every command. */
async function stand() {
  const { rev, busy } = document.body.dataset;
  const place = document.getElementById("stand");
  const wanted = `${rev} ${watched}`;
  if (!place || busy === "true" || stood === wanted) return;
  stood = wanted;
  const answer = document.querySelector("#time .walked li") ? await fetch(`/look/stand?process=${watched}`) : null;
  place.innerHTML = answer?.ok ? await answer.text() : "";
}

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-process], [data-to]") : null;
  if (!(button instanceof HTMLElement)) return;
  if (button.dataset.to) location.hash = button.dataset.to;
  if (!button.dataset.process) return;
  watched = button.dataset.process;
  void stand();
});

window.addEventListener("hashchange", showView);
document.addEventListener("shown", () => {
  if (chosen() === "tree") void showTree();
  if (chosen() === "time") void stand();
  if (chosen() === "messages") void draw();
  const log = document.querySelector("#time .walked");
  if (log) log.scrollTop = log.scrollHeight;
});

// An event of the diagram can be what is wrong, as long as nothing else was chosen.
document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target.closest("#diagram g[id]") : null;
  const number = target?.id.match(/^e(\d+)$/)?.[1];
  if (!number || !document.querySelector("#card .processes")) return;
  document.dispatchEvent(new CustomEvent("say", { detail: { do: "answer", answer: { answer: "event", id: Number(number) } } }));
});
