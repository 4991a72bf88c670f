// @ts-check
// The run in time: where it stands, fetched after every command, and the scrubber.

import { change, wish } from "./address.js";

/** The revision and the process that are shown. */
let stood = "";

/** What was open is open again. @type {string} */
let mode = "";

/** Shows where the run stands, after every command. */
export async function stand() {
  const { rev, busy, walk } = document.body.dataset;
  const place = document.getElementById("stand");
  const wanted = `${rev} ${wish("process")}`;
  if (!place || busy === "true" || stood === wanted) return;
  stood = wanted;
  const query = new URLSearchParams({ process: wish("process").replace("#", "") });
  const answer = walk === "open" ? await fetch(`/look/stand?${query}`) : null;
  const html = answer?.ok ? await answer.text() : "";
  if (stood !== wanted) return;
  const focus = document.activeElement;
  const label = focus instanceof HTMLElement && place.contains(focus) ? (focus.getAttribute("aria-label") ?? focus.textContent) : null;
  const before = place.querySelector("pre.code")?.getAttribute("aria-label");
  const scrolled = place.querySelector("pre.code")?.scrollTop ?? 0;
  place.innerHTML = html;
  const open = [...place.querySelectorAll("details")].find((one) => one.querySelector("summary")?.textContent?.startsWith(mode));
  if (mode !== "" && open) open.open = true;
  const now = place.querySelector(".events .now");
  const events = place.querySelector(".events");
  if (now instanceof HTMLElement && events) events.scrollTop = Math.max(0, now.offsetTop - events.clientHeight / 2);
  const code = place.querySelector("pre.code");
  if (code instanceof HTMLElement) {
    const line = code.querySelector(`[data-line="${code.dataset.show}"]`);
    if (code.getAttribute("aria-label") === before) code.scrollTop = scrolled;
    else if (line instanceof HTMLElement) code.scrollTop = Math.max(0, line.offsetTop - code.clientHeight / 3);
  }
  // Whoever pressed a button can press it again.
  if (label !== null) {
    const again = [...place.querySelectorAll("button, input")].find(
      (one) => (one.getAttribute("aria-label") ?? one.textContent) === label,
    );
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  }
}

document.addEventListener(
  "toggle",
  (event) => {
    const details = event.target;
    if (!(details instanceof HTMLDetailsElement) || !details.closest(".modes")) return;
    const title = details.querySelector("summary")?.firstChild?.textContent ?? "";
    if (details.open) mode = title;
    else if (mode === title && details.isConnected) mode = "";
  },
  true,
);

/**
 * The numbers that `1-13,15` stands for, the one at this place.
 * @param {string} ranges
 * @param {number} at
 */
function numberAt(ranges, at) {
  let left = at;
  for (const range of ranges.split(",")) {
    const [first = 0, last = first] = range.split("-").map(Number);
    if (left <= last - first) return first + left;
    left -= last - first + 1;
  }
  return 0;
}

document.addEventListener("change", (event) => {
  const scrub = event.target;
  if (!(scrub instanceof HTMLInputElement) || scrub.id !== "scrub") return;
  const at = Number(scrub.value);
  const line = at === 0 ? "undo start" : `go ${numberAt(scrub.dataset.ids ?? "", at - 1)}`;
  document.dispatchEvent(new CustomEvent("say", { detail: { do: "walk", line } }));
});

// While it is moved, the list shows where it will stand.
document.addEventListener("input", (event) => {
  const scrub = event.target;
  if (!(scrub instanceof HTMLInputElement) || scrub.id !== "scrub") return;
  const at = Number(scrub.value);
  const number = at === 0 ? 0 : numberAt(scrub.dataset.ids ?? "", at - 1);
  const row = document.querySelector(`.events [data-event="${number}"]`);
  for (const other of document.querySelectorAll(".events .here")) other.classList.remove("here");
  row?.classList.add("here");
  row?.scrollIntoView({ block: "nearest" });
});

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-process]") : null;
  if (button instanceof HTMLElement && button.dataset.process) change({ process: `#${button.dataset.process}` }, true);
});
document.addEventListener("wished", () => {
  if (location.hash.startsWith("#time")) void stand();
});
