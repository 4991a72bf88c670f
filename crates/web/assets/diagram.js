// @ts-check
// The sequence diagram: what it shows, its size, and what pointing at an event lights.

import { change, view, wish, wishes } from "./address.js";

/** What the diagram shows now: the revision and the wishes. */
let drawn = "";
/** How large the picture is. */
let scale = 1;

/** @param {string} id */
function part(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`there is no element ${id}`);
  return found;
}

/** The wishes that the server is told. */
function asked() {
  const query = wishes();
  query.delete("zoom");
  return query;
}

/** Draws what the processes did, once for each question and each wish. */
export async function draw() {
  const { rev, busy, pictures } = document.body.dataset;
  const query = asked();
  const wanted = `${rev} ${pictures} ${query}`;
  if (busy === "true" || drawn === wanted) return;
  drawn = wanted;
  fill();
  const place = part("diagram");
  const answer = await fetch(`/look/${query.has("compare") ? "compare" : "diagram"}?${query}`);
  const text = await answer.text();
  if (drawn !== wanted) return;
  if (answer.ok) place.innerHTML = text;
  else place.textContent = text;
  size();
  pointed = "";
  known.clear();
  part("begin").hidden = true;
  query.delete("compare");
  query.set("file", "on");
  part("export").setAttribute("href", `/look/diagram?${query}`);
}

/** The form shows what the address says. */
function fill() {
  const query = wishes();
  for (const input of part("filter").querySelectorAll("input")) {
    if (input.type === "checkbox") input.checked = query.has(input.name);
    else if (document.activeElement !== input) input.value = query.get(input.name) ?? "";
  }
  const folded = query.getAll("fold");
  for (const button of document.querySelectorAll("[data-fold], [data-only]")) {
    if (!(button instanceof HTMLElement)) continue;
    const { fold, only } = button.dataset;
    const pressed = fold ? folded.includes(fold) : query.get("process") === only;
    button.setAttribute("aria-pressed", String(pressed));
  }
}

// ---- size

/** The pictures as large as the address says. */
function size() {
  const all = [...part("diagram").querySelectorAll("svg")];
  const room = (part("diagram").clientWidth - 4) / Math.max(1, all.length);
  for (const svg of all) {
    const whole = svg.viewBox.baseVal.width || svg.width.baseVal.value;
    const height = svg.viewBox.baseVal.height || svg.height.baseVal.value;
    if (!svg.hasAttribute("viewBox")) svg.setAttribute("viewBox", `0 0 ${whole} ${height}`);
    const zoom = wish("zoom");
    scale = zoom === "fit" ? Math.min(1, room / whole) : Number(zoom) || 1;
    svg.style.width = `${whole * scale}px`;
    svg.style.height = `${height * scale}px`;
  }
}

/**
 * Larger or smaller, around this point of the window.
 * @param {number} factor
 * @param {{ x: number, y: number } | null} around
 */
function zoom(factor, around) {
  const place = part("diagram");
  const box = place.getBoundingClientRect();
  const [x, y] = around ? [around.x - box.left, around.y - box.top] : [box.width / 2, box.height / 2];
  const before = scale;
  const next = Math.min(4, Math.max(0.1, scale * factor));
  change({ zoom: Math.abs(next - 1) < 0.01 ? "" : next.toFixed(3) }, true);
  size();
  place.scrollLeft = (place.scrollLeft + x) * (scale / before) - x;
  place.scrollTop = (place.scrollTop + y) * (scale / before) - y;
}

document.addEventListener(
  "wheel",
  (event) => {
    const inside = event.target instanceof Element && event.target.closest("#diagram");
    if (!inside || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    zoom(Math.exp(-event.deltaY / 300), event);
  },
  { passive: false },
);

/** Where somebody took hold of the picture. @type {{ x: number, y: number, moved: boolean } | null} */
let held = null;

document.addEventListener("pointerdown", (event) => {
  const inside = event.target instanceof Element && event.target.closest("#diagram svg");
  if (inside && event.button === 0 && event.pointerType === "mouse") held = { x: event.clientX, y: event.clientY, moved: false };
});
document.addEventListener("pointermove", (event) => {
  if (!held) return;
  const [x, y] = [event.clientX - held.x, event.clientY - held.y];
  if (!held.moved && Math.hypot(x, y) < 4) return;
  const place = part("diagram");
  place.classList.add("held");
  place.scrollLeft -= x;
  place.scrollTop -= y;
  held = { x: event.clientX, y: event.clientY, moved: true };
});
document.addEventListener("pointerup", () => {
  part("diagram").classList.remove("held");
  const moved = held?.moved === true;
  held = null;
  if (moved) window.addEventListener("click", (event) => event.stopPropagation(), { capture: true, once: true });
});

// ---- causes

/** @type {Map<string, Promise<{ past: number[], future: number[] } | null>>} */
const known = new Map();

/** @param {string} event */
function causes(event) {
  const found =
    known.get(event) ?? fetch(`/look/causes?event=${event}`).then((answer) => (answer.ok ? answer.json() : null));
  known.set(event, found);
  return found;
}

/** The event that someone points at. */
let pointed = "";

/**
 * Lights an event, what led to it and what it led to: in the diagram, and in the list of events.
 * @param {string} event
 */
async function light(event) {
  if (pointed === event) return;
  pointed = event;
  const found = event === "" ? null : await causes(event);
  if (pointed !== event) return;
  const [past, future] = [new Set(found?.past), new Set(found?.future)];
  for (const holder of document.querySelectorAll("#diagram, .events")) {
    holder.classList.toggle("lit", found !== null);
    for (const row of holder.querySelectorAll("g[id], [data-event]")) {
      const numbers = numbersOf(row);
      row.classList.toggle("here", numbers.includes(Number(event)));
      row.classList.toggle("past", numbers.some((n) => past.has(n)));
      row.classList.toggle("future", numbers.some((n) => future.has(n)));
    }
  }
}

/** A row that combines a send with its delivery has both numbers. @param {Element} row */
function numbersOf(row) {
  if (row instanceof HTMLElement) return [Number(row.dataset.event)];
  return (row.querySelector("tspan")?.textContent ?? row.id).match(/\d+/g)?.map(Number) ?? [];
}

/** @param {EventTarget | null} target */
function eventAt(target) {
  const row = target instanceof Element ? target.closest("#diagram g[id], .events [data-event]") : null;
  if (row instanceof HTMLElement) return row.dataset.event ?? "";
  return row?.id.match(/^e(\d+)$/)?.[1] ?? "";
}

document.addEventListener("pointerover", (event) => void light(eventAt(event.target)));
document.addEventListener("focusin", (event) => {
  const found = eventAt(event.target);
  if (found !== "") void light(found);
});

// ---- what can be done with an event

/**
 * @param {string} event
 * @param {{ x: number, y: number }} at
 */
async function menu(event, at) {
  const place = part("menu");
  const answer = await fetch(`/look/event?event=${event}`);
  if (!answer.ok) return;
  place.innerHTML = await answer.text();
  place.showPopover();
  const box = place.getBoundingClientRect();
  place.style.left = `${Math.max(4, Math.min(at.x, innerWidth - box.width - 8))}px`;
  place.style.top = `${Math.max(4, Math.min(at.y, innerHeight - box.height - 8))}px`;
  place.querySelector("button")?.focus();
}

document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  const row = target?.closest("#diagram g[id]");
  const button = target?.closest("[data-zoom], [data-only], [data-fold], #menu button");
  if (row) return void menu(eventAt(row), event);
  if (!(button instanceof HTMLElement)) return;
  if (button.closest("#menu")) part("menu").hidePopover();
  if (button.dataset.zoom === "fit") {
    change({ zoom: wish("zoom") === "fit" ? "" : "fit" }, true);
    size();
  } else if (button.dataset.zoom) {
    zoom(Number(button.dataset.zoom), null);
  } else if (button.dataset.only) {
    change({ process: wish("process") === button.dataset.only ? "" : button.dataset.only });
  } else if (button.dataset.fold) {
    const folded = wishes().getAll("fold");
    const one = button.dataset.fold;
    change({ fold: folded.includes(one) ? folded.filter((other) => other !== one) : [...folded, one] });
  }
});

// By keys: the arrows go from event to event, Enter opens what can be done with it.
document.addEventListener("keydown", (event) => {
  const diagram = document.activeElement?.closest("#diagram");
  if (!diagram || event.ctrlKey || event.altKey || event.metaKey) return;
  const rows = [...diagram.querySelectorAll("g[id]")];
  const at = rows.findIndex((row) => row.classList.contains("chosen"));
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    const next = rows[Math.min(rows.length - 1, Math.max(0, at + (event.key === "ArrowDown" ? 1 : -1)))];
    rows[at]?.classList.remove("chosen");
    next?.classList.add("chosen");
    next?.scrollIntoView({ block: "nearest" });
    void light(eventAt(next ?? null));
  } else if (event.key === "Enter" && at >= 0) {
    event.preventDefault();
    const row = rows[at];
    const box = row?.querySelector("text")?.getBoundingClientRect();
    if (row && box) void menu(eventAt(row), { x: box.left, y: box.bottom });
  } else if (event.key === "+" || event.key === "-") {
    event.preventDefault();
    zoom(event.key === "+" ? 1.25 : 0.8, null);
  }
});

document.addEventListener("change", (event) => {
  const input = event.target;
  if (!(input instanceof HTMLInputElement) || !input.closest("#filter")) return;
  change({ [input.name]: input.type === "checkbox" ? (input.checked ? "on" : "") : input.value.trim() });
});
document.addEventListener("submit", (event) => {
  if (event.target instanceof HTMLFormElement && event.target.id === "filter") {
    event.preventDefault();
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  }
});
document.addEventListener("wished", () => {
  if (view() === "messages") void draw();
});
window.addEventListener("resize", () => {
  if (view() === "messages" && wish("zoom") === "fit") size();
});
