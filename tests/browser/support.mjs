// @ts-check
// What the browser tests share: servers, pages, waiting. Nothing depends on how fast the machine is.

import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

const require = createRequire(import.meta.url);
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/** Generous: it only says that nothing will happen any more. */
export const PATIENCE = 60_000;

export const whodunit = process.env.WHODUNIT ?? "target/debug/whodunit";
export const screenshots = process.env.SCREENSHOTS ?? "target/browser";

/** A folder that is gone in the end. */
export const scratch = mkdtempSync(join(tmpdir(), "whodunit-browser-"));
process.on("exit", () => rmSync(scratch, { recursive: true, force: true }));

/** Servers that are running: none outlives its test. @type {Set<() => Promise<void>>} */
const running = new Set();

export async function endAll() {
  for (const end of [...running]) await end();
}

/** @typedef {{ address: string, end: () => Promise<void> }} Server */

/**
 * Starts `whodunit web`, and waits until it says its address.
 * @param {string[]} words
 * @param {boolean} otp  whether the program needs the installed OTP
 * @param {string[]} command
 * @returns {Promise<Server>}
 */
export function serve(words, otp = false, command = ["web"]) {
  const child = spawn(whodunit, [...command, "--no-open", ...(otp ? [] : ["--no-otp"]), ...words], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, XDG_STATE_HOME: scratch },
  });
  const ended = new Promise((resolve) => child.on("exit", resolve));
  const end = async () => {
    running.delete(end);
    child.kill("SIGKILL");
    await ended;
  };
  running.add(end);
  return new Promise((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (bytes) => {
      text += bytes;
      if (text.includes("\n")) resolve({ address: text.trim(), end });
    });
    child.on("exit", (status) => reject(new Error(`whodunit web ${words.join(" ")} ended: ${status}`)));
  });
}

/**
 * @param {unknown} actual
 * @param {unknown} expected
 * @param {string} what
 */
export function equal(actual, expected, what) {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (a !== b) throw new Error(`${what}: expected ${b}, found ${a}`);
}

/**
 * Waits for an element that has this text.
 * @param {import("playwright-core").Page} page
 * @param {string} selector
 * @param {string} text
 */
export async function shows(page, selector, text) {
  await page.locator(selector, { hasText: text }).first().waitFor({ timeout: PATIENCE });
}

/**
 * Does something, and waits until the page asks for something else.
 * @param {import("playwright-core").Page} page
 * @param {() => Promise<unknown>} act
 */
export async function decides(page, act) {
  const before = await page.evaluate(() => document.body.dataset.rev);
  await act();
  await page.waitForFunction(
    (old) => {
      const { rev, busy, sending } = document.body.dataset;
      return rev !== old && busy === "false" && sending !== "true";
    },
    before,
    { timeout: PATIENCE },
  );
}

/**
 * axe-core finds nothing that keeps people out.
 * @param {import("playwright-core").Page} page
 * @param {string} what
 */
export async function accessible(page, what) {
  // In a world of its own, which the page's rules about scripts do not reach.
  const found = await page.evaluate(`(() => { ${axe}; return axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"] }); })()`);
  const shown = found.violations.map((/** @type {any} */ it) =>
    `${it.id}: ${it.nodes.map((/** @type {any} */ node) => node.html.slice(0, 200)).join(" | ")}`);
  equal(shown, [], `accessibility of ${what}`);
}

/**
 * @param {import("playwright-core").Browser} browser
 * @param {string} address
 */
export async function open(browser, address) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  page.on("pageerror", (error) => {
    throw error;
  });
  await page.goto(address);
  return page;
}

/**
 * Light and dark, narrow and wide.
 * @param {import("playwright-core").Page} page
 * @param {string} name
 */
export async function pictures(page, name) {
  const before = page.viewportSize() ?? { width: 1280, height: 800 };
  for (const [width, height] of [[360, 800], [1280, 800], [2500, 1200]]) {
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      await page.setViewportSize({ width: width ?? 0, height: height ?? 0 });
      await page.emulateMedia({ colorScheme });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      equal(wide <= 0, true, `${name} fits ${width} pixels`);
      await page.screenshot({ path: join(screenshots, `${name}-${width}-${colorScheme}.png`) });
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize(before);
}
