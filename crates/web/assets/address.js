// @ts-check
// What the address says: `#messages?process=server&calls=on` is a view and what it shows. So reload,
// back and a copied link work.

/** The view and its wishes. @returns {{ view: string, wishes: URLSearchParams }} */
function read() {
  const hash = location.hash.slice(1);
  const at = hash.indexOf("?");
  const [view, wishes] = at < 0 ? [hash, ""] : [hash.slice(0, at), hash.slice(at + 1)];
  return { view, wishes: new URLSearchParams(wishes) };
}

/** The view: `tree` of `#tree=17`. */
export function view() {
  return read().view.split("=")[0] ?? "";
}

/** What the view shows. */
export function wishes() {
  return read().wishes;
}

/**
 * @param {string} name
 * @returns {string}
 */
export function wish(name) {
  return read().wishes.get(name) ?? "";
}

/**
 * The address of this view with other wishes; what is empty is left out. Each change is a place to
 * come back to, unless it is a small one.
 * @param {Record<string, string | string[]>} changes
 * @param {boolean} small
 */
export function change(changes, small = false) {
  const { view, wishes } = read();
  for (const [name, value] of Object.entries(changes)) {
    wishes.delete(name);
    for (const one of Array.isArray(value) ? value : [value]) if (one !== "") wishes.append(name, one);
  }
  const hash = wishes.size > 0 ? `#${view}?${wishes}` : `#${view}`;
  if (hash === location.hash) return;
  if (small) history.replaceState(null, "", hash);
  else history.pushState(null, "", hash);
  document.dispatchEvent(new Event("wished"));
}
