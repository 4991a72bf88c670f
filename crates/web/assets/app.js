// @ts-check
// The page: shows what the server says, and says what people click and type. HTML comes from the
// server, where values are escaped; here it is only put in its place.

import { forget, point, pointed } from "./part.js";
import { showSource, showView } from "./views.js";

/**
 * @typedef {object} State
 * @property {number} rev
 * @property {string} title
 * @property {boolean} busy
 * @property {number} run
 * @property {number} pictures
 * @property {string} walk
 * @property {boolean} has_messages
 * @property {boolean} has_tree
 * @property {boolean} has_source
 * @property {Record<string, string>} panels
 */

/** @typedef {Record<string, unknown>} Say */

const body = document.body;

/** The revision that is on the page. */
let rev = Number(body.dataset.rev);
/** A command is on its way: until its answer is there, no other is sent. */
let sending = false;

// ---- what the server says

/** @param {State} state */
function show(state) {
  const changed = state.rev !== rev;
  rev = state.rev;
  body.dataset.rev = String(rev);
  body.dataset.busy = String(state.busy);
  body.dataset.run = String(state.run);
  body.dataset.pictures = String(state.pictures);
  body.dataset.walk = state.walk;
  body.dataset.messages = String(state.has_messages);
  body.dataset.tree = String(state.has_tree);
  body.dataset.source = String(state.has_source);
  const title = element("title");
  if (title.textContent !== state.title) {
    title.textContent = state.title;
    document.title = `${state.title} · whodunit`;
  }
  const focus = document.activeElement;
  const inCard = focus !== null && element("card").contains(focus);
  for (const [name, html] of Object.entries(state.panels)) {
    const panel = document.getElementById(name);
    if (panel) replace(panel, html);
  }
  if (changed && inCard && document.activeElement === body) {
    document.getElementById("ask")?.focus({ preventScroll: false });
  }
  document.dispatchEvent(new CustomEvent("shown", { detail: state }));
}

/**
 * Keeps what someone is typing, and what is folded.
 * @param {HTMLElement} panel
 * @param {string} html
 */
function replace(panel, html) {
  const focus = document.activeElement;
  const typing =
    focus instanceof HTMLInputElement && panel.contains(focus)
      ? { name: focus.name, value: focus.value, at: focus.selectionStart }
      : null;
  const opened = panel.querySelector("details[data-lazy][open]") !== null;
  panel.innerHTML = html;
  const lazy = panel.querySelector("details[data-lazy]");
  if (opened && lazy instanceof HTMLDetailsElement) lazy.open = true;
  if (typing) {
    const again = panel.querySelector(`input[name="${CSS.escape(typing.name)}"]`);
    if (again instanceof HTMLInputElement) {
      again.value = typing.value;
      again.focus();
      again.setSelectionRange(typing.at, typing.at);
    }
  } else {
    const wanted = panel.querySelector("[autofocus]");
    if (wanted instanceof HTMLElement) wanted.focus();
  }
  if (panel.id === "source") showSource(panel);
  if (panel.id === "output") {
    const printed = panel.querySelector(".printed");
    if (printed) printed.scrollTop = printed.scrollHeight;
  }
}

/** @type {EventSource | null} */
let events = null;

function listen() {
  if (events) return;
  events = new EventSource("/events");
  events.addEventListener("state", (event) => {
    body.dataset.live = "true";
    show(JSON.parse(event.data));
  });
  events.addEventListener("error", () => {
    body.dataset.live = "false";
    tell("The server does not answer. Start the same command again to continue.", true);
    // The browser gives up where the server refuses: try again all the same.
    if (events?.readyState === EventSource.CLOSED) {
      events = null;
      setTimeout(listen, 1000);
    }
  });
  events.addEventListener("open", () => tell("", false));
}

// A browser opens only few connections: pages that nobody sees need none.
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") {
    listen();
  } else {
    events?.close();
    events = null;
  }
});

// ---- what people say

/** @param {Say} say */
export async function send(say) {
  if (sending) return;
  sending = true;
  body.dataset.by = String(say.do);
  body.dataset.sending = "true";
  try {
    const answer = await fetch("/say", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ rev, say }),
    });
    if (answer.status === 409) {
      tell("Something else was decided meanwhile. This is how things are now.", false);
      const state = await fetch("/state");
      show(await state.json());
    } else if (!answer.ok) {
      tell(await answer.text(), true);
    }
  } catch {
    tell("The server does not answer. Start the same command again to continue.", true);
  } finally {
    sending = false;
    body.dataset.sending = "false";
  }
}

/**
 * Puts a value into a field of a command: `answer.name` is the name in the answer.
 * @param {Say} say
 * @param {string} field
 * @param {unknown} value
 */
function put(say, field, value) {
  const names = field.split(".");
  const last = names.pop() ?? field;
  /** @type {any} */
  let at = say;
  for (const name of names) at = at[name];
  at[last] = value;
}

document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target.closest("button, a") : null;
  if (!(target instanceof HTMLElement)) return;
  if (target.dataset.part) {
    point(target);
  } else if (target.dataset.say) {
    const say = JSON.parse(target.dataset.say);
    const part = pointed();
    if (part && target.classList.contains("wrong")) Object.assign(say.answer, part);
    forget();
    void send(say);
  } else if (target.id === "made") {
    void look(`maker?${new URLSearchParams({ path: JSON.stringify(pointed()?.path ?? []) })}`, "maker");
  } else if (target.dataset.copy) {
    void copy(target.dataset.copy);
  } else if (target.dataset.look && target.dataset.into) {
    void look(target.dataset.look, target.dataset.into);
  }
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form instanceof HTMLFormElement && form.dataset.form && form.dataset.all) {
    event.preventDefault();
    const say = JSON.parse(form.dataset.form);
    put(say, form.dataset.all, [...form.querySelectorAll("input")].map((input) => input.value));
    return void send(say);
  }
  if (!(form instanceof HTMLFormElement) || !form.dataset.form || !form.dataset.field) return;
  event.preventDefault();
  const input = form.querySelector("input, select");
  if (!(input instanceof HTMLInputElement || input instanceof HTMLSelectElement)) return;
  const say = JSON.parse(form.dataset.form);
  put(say, form.dataset.field, (form.dataset.before ?? "") + input.value);
  if (input instanceof HTMLInputElement) input.value = "";
  void send(say);
});

document.addEventListener("change", (event) => {
  const select = event.target;
  if (!(select instanceof HTMLSelectElement) || !select.dataset.choose || !select.dataset.field) return;
  const say = JSON.parse(select.dataset.choose);
  put(say, select.dataset.field, select.value);
  void send(say);
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.defaultPrevented) return;
  const focus = event.target;
  if (focus instanceof HTMLElement && focus.closest("input, select, textarea")) {
    if (event.key === "Escape") focus.blur();
    return;
  }
  const button = document.querySelector(`button[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
  if (button instanceof HTMLButtonElement && !button.disabled) {
    event.preventDefault();
    button.click();
  }
});

document.addEventListener("shown", (event) => {
  if (event instanceof CustomEvent && event.detail.panels?.card !== undefined) forget();
});

document.addEventListener("say", (event) => {
  if (event instanceof CustomEvent) void send(event.detail);
});

/**
 * Shows a piece of HTML that is made on request.
 * @param {string} what
 * @param {string} into
 */
async function look(what, into) {
  const answer = await fetch(`/look/${what}`);
  const text = await answer.text();
  if (answer.ok) element(into).innerHTML = text;
  else tell(text, true);
}

/** @param {string} what */
async function copy(what) {
  const answer = what === "link" ? null : await fetch(`/look/${what}`);
  const text = answer ? await answer.text() : location.href;
  try {
    if (answer && !answer.ok) throw new Error(text);
    await navigator.clipboard.writeText(text);
    tell("Copied.", false);
  } catch (error) {
    tell(`This could not be copied: ${error instanceof Error ? error.message : error}`, true);
  }
}

// ---- the rest

/**
 * @param {string} text
 * @param {boolean} stays
 */
function tell(text, stays) {
  const toast = element("toast");
  toast.textContent = text;
  toast.classList.toggle("shown", text !== "");
  if (text !== "" && !stays) setTimeout(() => toast.textContent === text && tell("", false), 4000);
}

/** @param {string} id */
export function element(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`there is no element ${id}`);
  return found;
}

// The token is in the cookie now, and need not stay in the address.
if (location.search.includes("token=")) history.replaceState(null, "", location.pathname + location.hash);
showView();
listen();
