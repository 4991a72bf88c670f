// @ts-check
// The page in a real browser: sessions by mouse and by keys, reload, kill and resume, two tabs,
// hostile values, and pictures of each view.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";

import { accessible, decides, endAll, equal, open, PATIENCE, pictures, scratch, screenshots, serve, shows } from "./support.mjs";
import { pictures as drawn } from "./pictures.mjs";
import { sessions } from "./sessions.mjs";
import { values } from "./values.mjs";
import { views } from "./views.mjs";

const MERGE = ["examples/mergesort", "-e", "merge:mergesort([b, a], fun merge:comp/2)"];

/** @typedef {import("playwright-core").Browser} Browser */

/** @type {Record<string, (browser: Browser) => Promise<void>>} */
const tests = {
  async "nobody comes in without the token"() {
    const server = await serve(MERGE);
    const origin = new URL(server.address).origin;
    const status = async (/** @type {string} */ path, /** @type {RequestInit} */ how = {}) =>
      (await fetch(origin + path, how)).status;
    equal(await status("/"), 401, "without a token");
    equal(await status("/?token=00000000000000000000000000000000"), 401, "a wrong token");
    equal(await status("/events"), 401, "events");
    equal(await status("/say", { method: "POST", body: "{}" }), 403, "from nowhere");
    const page = await fetch(server.address);
    equal(page.status, 200, "with the token");
    const cookie = page.headers.get("set-cookie") ?? "";
    equal(/HttpOnly; SameSite=Strict/.test(cookie), true, cookie);
    const policy = page.headers.get("content-security-policy") ?? "";
    equal(/default-src 'none'/.test(policy) && !/unsafe/.test(policy), true, policy);
    const headers = { cookie: cookie.split(";")[0] ?? "", origin, "content-type": "application/json" };
    equal(await status("/state", { headers }), 200, "with the cookie");
    equal(await status("/say", { method: "POST", headers: { ...headers, origin: "http://example.com" }, body: "{}" }), 403, "from another site");
    equal(await status("/say", { method: "POST", headers, body: "what" }), 400, "no command");
    equal(await status("/say", { method: "POST", headers, body: "x".repeat(100_000) }), 413, "too long");
    const stale = { rev: 0, say: { do: "answer", answer: { answer: "right" } } };
    equal(await status("/say", { method: "POST", headers, body: JSON.stringify(stale) }), 409, "an old revision");
    await server.end();
  },

  async "paper 1, by mouse, down to the expression"(browser) {
    const server = await serve(MERGE);
    const page = await open(browser, server.address);
    await shows(page, "#statement", "merge:merge([b], [a], fun merge:comp/2)");
    equal(new URL(page.url()).search, "", "the token leaves the address");
    await accessible(page, "a question");
    await pictures(page, "question");
    await decides(page, () => page.getByRole("button", { name: "Wrong" }).click());
    await shows(page, "#statement", "merge:comp(b, a)");
    await page.locator(".stack summary").click();
    await shows(page, ".stack li:first-child .row.current", "merge:comp(b, a)");
    await shows(page, ".stack li:nth-child(2) .row", "merge:merge([b], [a]");
    await decides(page, () => page.getByRole("button", { name: "Trust" }).click());
    await shows(page, "#answers", "merge:merge([b], [a]");
    await decides(page, () => page.getByRole("button", { name: "Undo" }).click());
    await shows(page, "#statement", "merge:comp(b, a)");
    await decides(page, () => page.getByRole("button", { name: "Trust" }).click());
    await page.reload();
    await shows(page, "#statement", "merge:merge([a], [], fun merge:comp/2)");
    await decides(page, () => page.getByRole("button", { name: "Correct", exact: true }).click());
    await shows(page, "#card h2", "Bug found in clause 4 of merge:merge/3");
    await shows(page, "#card", "trusted: you said so");
    await shows(page, "#source .line.guilty", "false -> [H1 | merge([H2 | T1], T2, Comp)]");
    await accessible(page, "a verdict");
    await pictures(page, "verdict");
    await decides(page, () => page.getByRole("button", { name: "Narrow it down" }).click());
    await shows(page, "#statement", "case Comp(H1,H2) of");
    await page.close();
    await server.end();
  },

  async "paper 1, by keys alone, and a part of a value"(browser) {
    const server = await serve([...MERGE, "--strategy", "top-down"]);
    const page = await open(browser, server.address);
    await page.locator("#statement .part", { hasText: "b" }).waitFor({ timeout: PATIENCE });
    const said = page.waitForRequest((request) => request.url().endsWith("/say"));
    await page.locator("#statement .part", { hasText: "b" }).click();
    await decides(page, () => page.keyboard.press("n"));
    equal(JSON.parse((await said).postData() ?? "").say.answer, { answer: "wrong", claim: 1, path: [1] }, "the path");
    await decides(page, () => page.keyboard.press("u"));
    await decides(page, () => page.keyboard.press("n"));
    await shows(page, "#answers .given li", "merge:");
    await page.close();
    await server.end();
  },

  async "two tabs show one session, and cannot contradict each other"(browser) {
    const server = await serve([...MERGE, "--seed", "2"]);
    const context = await browser.newContext();
    const [one, two] = [await context.newPage(), await context.newPage()];
    await one.goto(server.address);
    await two.goto(new URL(server.address).origin);
    await shows(two, "#statement", "merge:merge([b], [a]");
    const rev = await two.evaluate(() => Number(document.body.dataset.rev));
    await decides(one, () => one.keyboard.press("n"));
    await shows(two, "#statement", "merge:comp(b, a)");
    const status = await two.evaluate(async (rev) => {
      const say = { do: "answer", answer: { answer: "right" } };
      const headers = { "content-type": "application/json" };
      return (await fetch("/say", { method: "POST", headers, body: JSON.stringify({ rev, say }) })).status;
    }, rev);
    equal(status, 409, "an answer to what is no longer asked");
    await shows(one, "#statement", "merge:comp(b, a)");
    await context.close();
    await server.end();
  },

  async "killed, it goes on where it was, at the same address"(browser) {
    const words = [...MERGE, "--seed", "3"];
    const first = await serve(words);
    const page = await open(browser, first.address);
    await shows(page, "#statement", "merge:merge([b], [a]");
    await decides(page, () => page.keyboard.press("n"));
    await shows(page, "#statement", "merge:comp(b, a)");
    await first.end();
    await page.waitForFunction(() => document.body.dataset.live === "false", null, { timeout: PATIENCE });
    const again = await serve(words);
    equal(again.address, first.address, "port and token");
    await page.waitForFunction(() => document.body.dataset.live === "true", null, { timeout: PATIENCE });
    await shows(page, "#statement", "merge:comp(b, a)");
    await shows(page, "#answers .given li", "merge:merge([b], [a]");
    await decides(page, () => page.keyboard.press("t"));
    await shows(page, "#statement", "merge:merge([a], [], fun merge:comp/2)");
    await page.close();
    await again.end();
  },

  async "paper 2: processes, claims and messages"(browser) {
    const server = await serve(["examples/tcp", "-e", "tcp:main()"]);
    const page = await open(browser, server.address);
    await shows(page, "#card h2", "Where did it go wrong?");
    await accessible(page, "the processes");
    await pictures(page, "processes");
    await decides(page, () => page.locator("button.claim", { hasText: "client2" }).click());
    await shows(page, "#statement", "Process <0.85.0>");
    await pictures(page, "step");
    await accessible(page, "a step");
    const missing = page.locator("details.missing");
    await missing.locator("summary").click();
    equal(await missing.locator("option").count(), 4, "processes that a message can be missing from");
    await missing.locator("select").selectOption("<0.83.0>");
    await decides(page, () => missing.getByRole("button").click());
    await shows(page, "#answers .given", "nothing from <0.83.0>");
    await decides(page, () => page.keyboard.press("u"));
    await shows(page, "#statement", "Process <0.85.0>");
    await decides(page, () => page.locator("button.claim").first().click());
    await shows(page, "#answers .given li", "receive at tcp.erl");
    await page.close();
    await server.end();
  },

  async "the tree: open, search, ask about any call, go back to it"(browser) {
    const server = await serve([...MERGE, "--seed", "5"]);
    const page = await open(browser, `${server.address}#tree`);
    await shows(page, "#tree .row.current", "merge:merge([b], [a]");
    await accessible(page, "the tree");
    await pictures(page, "tree");
    const rows = page.locator("#tree .row");
    const before = await rows.count();
    await page.locator("#tree .fold[aria-expanded=false]").first().click();
    await page.waitForFunction((n) => document.querySelectorAll("#tree .row").length > n, before, { timeout: PATIENCE });
    const search = page.getByRole("textbox", { name: "A function" });
    await search.fill("comp/2");
    await search.press("Enter");
    await shows(page, "#found .row", "merge:comp(b, a)");
    await page.locator("#found .row").first().hover();
    await decides(page, () => page.locator("#found").getByRole("button", { name: "ask next" }).first().click());
    await shows(page, "#statement", "merge:comp(b, a)");
    await decides(page, () => page.keyboard.press("y"));
    await search.press("Enter");
    await page.locator("#found .row > .sign.right").first().waitFor({ timeout: PATIENCE });
    await page.locator("#found .row").first().hover();
    await decides(page, () => page.locator("#found").getByRole("button", { name: "go there" }).first().click());
    equal(new URL(page.url()).hash, "#time", "the view after going there");
    await shows(page, "#stand .frames", "merge:");
    await accessible(page, "where the run stands");
    await page.goto(`${new URL(page.url()).origin}/#tree=1`);
    await shows(page, "#tree", "Show the whole tree");
    await page.close();
    await server.end();
  },

  async "the tree: judge any call by click, search by a pattern of values"(browser) {
    const server = await serve([...MERGE, "--seed", "6"]);
    const page = await open(browser, `${server.address}#tree`);
    await shows(page, "#tree .row.current", "merge:merge([b], [a]");
    const row = (/** @type {string} */ text) => page.locator("#tree .row", { hasText: text });
    const judge = async (/** @type {string} */ text, /** @type {string} */ name) => {
      await row(text).hover();
      await decides(page, () => row(text).getByRole("button", { name }).click());
    };
    await judge("merge:take(1, [b, a])", "Correct");
    await row("merge:take(1, [b, a])").locator("> .sign.right").waitFor({ timeout: PATIENCE });
    await shows(page, "#statement", "merge:merge([b], [a]");
    await judge("merge:take(1, [b, a])", "Wrong");
    await shows(page, "#card h2", "Bug found in clause 2 of merge:take/2");
    await decides(page, () => page.keyboard.press("u"));
    await shows(page, "#statement", "merge:merge([b], [a]");
    const search = page.getByRole("textbox", { name: "A function" });
    await search.fill("= [b,_]");
    await search.press("Enter");
    await shows(page, "#found .row", "merge:mergesort([b, a], fun merge:comp/2) = [b, a]");
    equal(await page.locator("#found .row").count(), 2, "calls that match");
    await page.close();
    await server.end();
  },

  async "help in place, by mouse and by keys"(browser) {
    const server = await serve([...MERGE, "--seed", "7"]);
    const page = await open(browser, server.address);
    await shows(page, "#statement", "merge:merge([b], [a]");
    await page.keyboard.press("?");
    await page.locator("#help").waitFor({ state: "visible", timeout: PATIENCE });
    await accessible(page, "the help");
    await pictures(page, "help");
    await page.keyboard.press("Escape");
    await page.locator("#help").waitFor({ state: "hidden", timeout: PATIENCE });
    await page.getByRole("button", { name: "Help" }).click();
    await page.locator("#help").getByRole("button", { name: "Close" }).click();
    await page.locator("#help").waitFor({ state: "hidden", timeout: PATIENCE });
    await page.close();
    await server.end();
  },

  async "a tree of many calls is sent in pieces"(browser) {
    const file = join(scratch, "many.erl");
    writeFileSync(file, `-module(many).
-export([main/1]).
main(N) -> each(lists:seq(1, N)).
each(L) -> [f(X) || X <- L].
f(X) -> X + 1.
`);
    const server = await serve([file, "-e", "many:main(200000)"]);
    const page = await open(browser, server.address);
    await page.locator("#card .answers button").first().waitFor({ timeout: PATIENCE });
    const sizes = await page.evaluate(async () => {
      const look = async (/** @type {string} */ what) => (await (await fetch(`/look/${what}`)).text()).length;
      return [await look("tree"), await look("below?node=1"), await look("siblings?first=5000&end=200000"), await look("find?text=f/1")];
    });
    equal(sizes.every((size) => size > 100 && size < 256 << 10), true, `sizes ${sizes}`);
    await page.close();
    await server.end();
  },

  async "lazy programs and traces"(browser) {
    const queens = await serve(["examples/lazy/queens.hs", "-e", "queens 4"]);
    const page = await open(browser, queens.address);
    await shows(page, "#card", "queens");
    await decides(page, () => page.keyboard.press("d"));
    await pictures(page, "lazy");
    await page.close();
    await queens.end();
    const trace = await serve(["examples/observed/or.trace"]);
    const other = await open(browser, trace.address);
    await other.locator("#card .answers button").first().waitFor({ timeout: PATIENCE });
    await other.close();
    await trace.end();
  },

  async "input, output, and a run without end"(browser) {
    const file = join(scratch, "talk.erl");
    writeFileSync(file, `-module(talk).
-export([main/0, loop/0]).
main() -> io:format("Name? "), Line = io:get_line(""), io:format("hello ~s", [Line]), f(Line).
f(X) -> X.
loop() -> loop(0).
loop(N) -> loop(N + 1).
`);
    const talk = await serve([file, "-e", "talk:main()"]);
    const page = await open(browser, talk.address);
    await page.locator("#card input[name=text]").waitFor({ timeout: PATIENCE });
    await page.keyboard.type("<b>Ada</b>");
    await decides(page, () => page.keyboard.press("Enter"));
    await shows(page, "#output", "hello <b>Ada</b>");
    await page.close();
    await talk.end();
    const loop = await serve([file, "-e", "talk:loop()"]);
    const other = await open(browser, loop.address);
    await other.getByRole("button", { name: "Stop" }).click({ timeout: PATIENCE });
    await shows(other, "#output", "Interrupted after");
    await other.close();
    await loop.end();
  },

  async "hostile values stay text"(browser) {
    const name = "<img src=x onerror=alert(1)>.erl";
    const file = join(scratch, name);
    writeFileSync(file, `-module('<img src=x onerror=alert(1)>').
-export([main/0]).
main() -> [f("<script>alert(1)</script>"), '"><svg onload=alert(2)>', <<"</pre><script>alert(3)</script>">>].
f(X) -> io:format("~s</script><script>alert(4)</script>", [X]), {X, '<b>', #{'</button>' => "&amp;"}}.
`);
    const server = await serve([file, "-e", "'<img src=x onerror=alert(1)>':main()"]);
    const page = await browser.newPage();
    let harm = 0;
    page.on("dialog", (dialog) => (harm++, dialog.dismiss()));
    page.on("console", (message) => (harm += /Content Security Policy/.test(message.text()) ? 1 : 0));
    page.on("requestfailed", () => harm++);
    await page.goto(server.address);
    await shows(page, "#statement", "<script>alert(1)</script>");
    await shows(page, "#output", "alert(4)");
    await shows(page, "#source", "<img src=x onerror=alert(1)>.erl");
    await decides(page, () => page.keyboard.press("n"));
    equal(await page.locator("main script, main img, main svg[onload]").count(), 0, "elements from values");
    equal(harm, 0, "scripts that ran, or wanted to");
    await page.close();
    await server.end();
  },
};

mkdirSync(screenshots, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
  ],
});
const wanted = process.argv.slice(2);
let failures = 0;
for (const [name, test] of Object.entries({ ...tests, ...sessions, ...values, ...views, ...drawn })) {
  if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) continue;
  const begin = Date.now();
  try {
    await test(browser);
    console.log(`passed: ${name} (${((Date.now() - begin) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failures++;
    console.log(`failed: ${name}: ${error instanceof Error ? error.stack : error}`);
  }
  await endAll();
}
await browser.close();
process.exit(failures === 0 ? 0 : 1);
