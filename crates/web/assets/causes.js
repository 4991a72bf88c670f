// @ts-check
// In the diagram: pointing at an event lights what led to it and what it led to.

/** @type {Map<string, Promise<{ past: number[], future: number[] } | null>>} */
const known = new Map();
/** The revision that is known about. */
let rev = "";

/** @param {string} event */
function causes(event) {
  if (rev !== document.body.dataset.rev) {
    rev = document.body.dataset.rev ?? "";
    known.clear();
  }
  const asked = known.get(event) ?? fetch(`/look/causes?event=${event}`).then((answer) => (answer.ok ? answer.json() : null));
  known.set(event, asked);
  return asked;
}

/** The event that someone points at. */
let pointed = "";

/** @param {string} event */
async function light(event) {
  if (pointed === event) return;
  pointed = event;
  const diagram = document.getElementById("diagram");
  const found = event === "" ? null : await causes(event);
  if (!diagram || pointed !== event) return;
  diagram.classList.toggle("lit", found !== null);
  const [past, future] = [new Set(found?.past), new Set(found?.future)];
  for (const row of diagram.querySelectorAll("g[id]")) {
    // A row that combines a send with its delivery has both numbers.
    const numbers = (row.querySelector("tspan")?.textContent ?? row.id).match(/\d+/g)?.map(Number) ?? [];
    row.classList.toggle("here", row.id === `e${event}`);
    row.classList.toggle("past", numbers.some((n) => past.has(n)));
    row.classList.toggle("future", numbers.some((n) => future.has(n)));
  }
}

document.addEventListener("pointerover", (event) => {
  const row = event.target instanceof Element ? event.target.closest("#diagram g[id]") : null;
  void light(row?.id.match(/^e(\d+)$/)?.[1] ?? "");
});
document.addEventListener("drawn", () => (pointed = ""));
