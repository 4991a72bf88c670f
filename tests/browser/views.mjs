// @ts-check
// The views beside the card: messages, time, and what is large.

import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { accessible, decides, equal, open, PATIENCE, pictures, scratch, serve, shows, whodunit } from "./support.mjs";

/** @typedef {import("playwright-core").Browser} Browser */
/** @typedef {import("playwright-core").Page} Page */

const TCP = ["examples/tcp", "-e", "tcp:main()"];

/** Sends a command of `rewind` by the line at the bottom. @param {Page} page @param {string} line */
async function command(page, line) {
  const prompt = page.locator("input[name=line]");
  await prompt.fill(line);
  await decides(page, () => prompt.press("Enter"));
}

/** What the server knows of an address. @param {Page} page @param {string} path */
function look(page, path) {
  return page.evaluate(async (path) => (await fetch(`/look/${path}`)).text(), path);
}

/** @type {Record<string, (browser: Browser) => Promise<void>>} */
export const views = {
  async "paper 4: undo to a send, redo, scrub, break, by mouse"(browser) {
    const server = await serve([...TCP, "--seed", "4"]);
    const page = await open(browser, `${server.address}#time`);
    await decides(page, () => page.getByRole("button", { name: "Step through this run" }).click());
    const row = (/** @type {string} */ words) => page.locator(".events li[data-event]", { hasText: words }).first();
    await row("sends").waitFor({ timeout: PATIENCE });
    const all = await page.locator(".events li[data-event]").count();
    const send = row("sends {<0.85.0>,{syn,50,200}}");
    const number = await send.getAttribute("data-event");
    await send.hover();
    await page.locator(".events.lit .future").first().waitFor({ timeout: PATIENCE });
    await decides(page, () => send.getByRole("button", { name: "undo" }).click());
    await page.locator(`.events .undone[data-event="${number}"]`).waitFor({ timeout: PATIENCE });
    equal(await page.locator(".events li[data-event]").count(), all, "undone events stay in the list");
    await shows(page, "#time .walked", "undone");
    await page.getByRole("button", { name: "state" }).first().waitFor({ timeout: PATIENCE });
    await pictures(page, "time");
    await accessible(page, "time");
    await page.locator(`.events .undone[data-event="${number}"]`).hover();
    await decides(page, () => page.locator(`.undone[data-event="${number}"]`).getByRole("button", { name: "redo" }).click());
    await page.locator(`.events [data-event="${number}"]:not(.undone)`).waitFor({ timeout: PATIENCE });
    await command(page, "replay");
    const scrub = page.locator("#scrub");
    await scrub.waitFor({ timeout: PATIENCE });
    await scrub.evaluate((input) => {
      if (!(input instanceof HTMLInputElement)) return;
      input.value = "3";
      input.dispatchEvent(new Event("change", { bubbles: true }));
    });
    await shows(page, ".position", "Event 3 of");
    const line = page.locator(".line button.number:not(.stop)").first();
    await decides(page, () => line.click());
    await page.locator(".line .stop").waitFor({ timeout: PATIENCE });
    await pictures(page, "breakpoint");
    await decides(page, () => page.locator(".line .stop").click());
    await decides(page, () => page.getByRole("button", { name: "To the start" }).click());
    await shows(page, ".position", "Event 0 of");
    await decides(page, () => page.getByRole("button", { name: "As far as it goes" }).first().click());
    await page.reload();
    await shows(page, "#card h2", "Where did it go wrong?");
    await page.locator(".events li[data-event]").first().waitFor({ timeout: PATIENCE });
    await page.close();
    await server.end();
  },

  async "paper 4, by keys: modes, choices, where a value is from"(browser) {
    const server = await serve([...TCP, "--seed", "41"]);
    const page = await open(browser, `${server.address}#time`);
    await page.getByRole("button", { name: "Step through this run" }).focus();
    await decides(page, () => page.keyboard.press("Enter"));
    await page.getByRole("button", { name: "To the start" }).focus();
    await decides(page, () => page.keyboard.press("Enter"));
    await page.locator("summary", { hasText: "Manual" }).focus();
    await page.keyboard.press("Enter");
    const choice = page.locator(".choices button").first();
    await choice.waitFor({ timeout: PATIENCE });
    await choice.focus();
    await decides(page, () => page.keyboard.press("Enter"));
    await shows(page, "#time .walked", "take 1");
    await page.locator(".modes details[open]", { hasText: "Manual" }).waitFor({ timeout: PATIENCE });
    await page.locator("summary", { hasText: "Automatic" }).focus();
    await page.keyboard.press("Enter");
    const until = page.getByLabel("run until");
    await until.fill("tcp:server_fun/3");
    await decides(page, () => until.press("Enter"));
    await shows(page, "#time .walked", "server_fun");
    await page.locator(".stands button.who", { hasText: "#2" }).click();
    await shows(page, "#stand .frames", "server_fun");
    await shows(page, "#stand .ghost", "Port = 50");
    await decides(page, () => page.getByRole("button", { name: "origin" }).first().click());
    await shows(page, "#time .walked", "watch #2");
    equal(await page.evaluate(() => location.hash), "#time?process=%232", "the process is in the address");
    await page.close();
    await server.end();
  },

  async "messages: point, click, filter, fold, zoom, save"(browser) {
    const server = await serve(["examples/supervised", "-e", "counter_sup:main()", "--seed", "5"], true);
    const page = await open(browser, `${server.address}#messages`);
    await page.locator("#diagram svg g[id]").first().waitFor({ timeout: PATIENCE });
    await accessible(page, "messages");
    await pictures(page, "messages");
    await shows(page, ".crew .member:has(.badge)", "counter_sup:init");
    await shows(page, ".crew .crew .crew .fate", "started again after #");
    await shows(page, ".crew .crew .crew .fate", "linked with #2");
    const rows = () => page.locator("#diagram g[id]").count();
    const before = await rows();
    await page.getByLabel("calls as one arrow").check();
    await page.waitForFunction((n) => document.querySelectorAll("#diagram g[id]").length < n, before, { timeout: PATIENCE });
    equal(/calls=on/.test(page.url()), true, "the filter is in the address");
    await shows(page, "#diagram text", "call value");
    await page.reload();
    equal(await page.getByLabel("calls as one arrow").isChecked(), true, "the filter after a reload");
    await page.locator("#diagram svg g[id]").first().waitFor({ timeout: PATIENCE });
    await page.getByLabel("Messages like").fill("{'$gen_cast', _}");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => /cast/.test(document.querySelector("#diagram g[id] text")?.textContent ?? ""), null, { timeout: PATIENCE });
    await page.getByLabel("Messages like").fill("");
    await page.keyboard.press("Enter");
    await page.getByLabel("calls as one arrow").uncheck();
    await page.waitForFunction((n) => document.querySelectorAll("#diagram g[id]").length === n, before, { timeout: PATIENCE });
    const lanes = () => page.locator("#diagram .life").count();
    const some = await lanes();
    await page.locator(".crew .member", { hasText: "counter_sup:init" }).locator("button[data-fold]").click();
    await page.waitForFunction((n) => document.querySelectorAll("#diagram .life").length < n, some, { timeout: PATIENCE });
    await pictures(page, "folded");
    const width = () => page.locator("#diagram svg").evaluate((svg) => svg.getBoundingClientRect().width);
    const small = await width();
    await page.getByRole("button", { name: "Larger" }).click();
    equal((await width()) > small, true, "the picture is larger");
    const saved = await page.evaluate(async () => {
      const answer = await fetch(document.getElementById("export")?.getAttribute("href") ?? "");
      return [answer.headers.get("content-type"), (await answer.text()).slice(0, 4)];
    });
    equal(saved, ["image/svg+xml", "<svg"], "the file");
    await page.goBack();
    await page.close();
    await server.end();
  },

  async "two runs beside each other, and a lane for timers"(browser) {
    const file = join(scratch, "race.erl");
    writeFileSync(file, `-module(race).
-export([main/0]).
main() ->
    Me = self(),
    spawn(fun() -> Me ! one end),
    spawn(fun() -> Me ! two end),
    erlang:send_after(10, Me, late),
    [receive X -> X end || _ <- [1, 2, 3]].
`);
    const server = await serve([file, "-e", "race:main()", "--fresh"]);
    const page = await open(browser, `${server.address}#messages?compare=1`);
    await page.locator(".compared figure").nth(1).waitFor({ timeout: PATIENCE });
    // Some order is another one, whatever the seeds mean.
    let seed = 1;
    const seeds = page.getByLabel("Compare with seed");
    while ((await page.locator("#diagram g.unique").count()) < 2) {
      seed += 1;
      equal(seed < 40, true, "a seed that changes the order");
      await seeds.fill(String(seed));
      await seeds.press("Enter");
      await shows(page, ".compared figcaption", `With seed ${seed}:`);
    }
    await shows(page, "#diagram .unique", "≠");
    equal(await page.locator("figure").nth(1).locator("[id]").count(), 0, "events of the other run that could be clicked");
    await accessible(page, "two runs");
    await pictures(page, "compared");
    await seeds.fill("");
    await seeds.press("Enter");
    await page.locator("#diagram > svg").waitFor({ timeout: PATIENCE });
    const names = () => page.locator("#diagram .name").allTextContents();
    const before = await page.locator("#diagram .life").count();
    await page.getByLabel("timers").check();
    await page.waitForFunction((n) => document.querySelectorAll("#diagram .life").length > n, before, { timeout: PATIENCE });
    equal((await names()).includes("timers"), true, `the lanes ${await names()}`);
    await pictures(page, "timers");
    await page.close();
    await server.end();
  },

  async "an event: causes, this is wrong, undo, by mouse and by keys"(browser) {
    const server = await serve([...TCP, "--seed", "6"]);
    const page = await open(browser, `${server.address}#messages`);
    await page.locator("#diagram g[id] text").nth(4).hover();
    await page.locator("#diagram.lit g.past").first().waitFor({ timeout: PATIENCE });
    await page.locator("#diagram.lit g.future").first().waitFor({ timeout: PATIENCE });
    await pictures(page, "causes");
    const before = await page.locator("#diagram g[id]").count();
    await page.locator("#diagram g[id] text").nth(4).click();
    await pictures(page, "menu");
    await decides(page, () => page.locator("#menu").getByRole("menuitem", { name: "Undo this" }).click());
    await page.waitForFunction((n) => document.querySelectorAll("#diagram g[id]").length < n, before, { timeout: PATIENCE });
    await page.locator("#diagram").focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.locator("#menu").getByRole("menuitem", { name: "This is wrong" }).focus();
    await decides(page, () => page.keyboard.press("Enter"));
    await page.locator("#card .answers button.wrong").waitFor({ timeout: PATIENCE });
    await page.close();
    await server.end();
  },

  async "what lights up is what undo takes"(browser) {
    for (const seed of [1, 2, 3]) {
      const words = [...TCP, "--schedule", "random", "--seed", String(seed)];
      const server = await serve(words, false, ["rewind", "--web", "--fresh"]);
      const page = await open(browser, `${server.address}#time`);
      await page.locator("#scrub").waitFor({ timeout: PATIENCE });
      await command(page, "run");
      await page.locator(".events li[data-event]").first().waitFor({ timeout: PATIENCE });
      const ids = await page.locator(".events li[data-event]").evaluateAll((all) => all.map((one) => Number(one.getAttribute("data-event"))));
      const lit = new Map();
      for (const id of ids) lit.set(id, JSON.parse(await look(page, `causes?event=${id}`)));
      const script = join(scratch, `undo-${seed}`);
      writeFileSync(script, ["run", ...ids.flatMap((id) => [`undo event ${id}`, "replay"])].join("\n"));
      const run = spawnSync(whodunit, ["rewind", "--no-otp", "--json", "--script", script, ...words], { encoding: "utf8" });
      const undone = run.stdout.split("\n").filter((line) => /"command":"undo event/.test(line)).map((line) => JSON.parse(line));
      equal(undone.length, ids.length, `undone events of seed ${seed}: ${run.stderr}`);
      for (const [n, id] of ids.entries()) {
        const taken = undone[n].undone.map((/** @type {{ id: number }} */ event) => event.id).filter((/** @type {number} */ other) => other !== id);
        equal([...lit.get(id).future].sort((a, b) => a - b), taken.sort((/** @type {number} */ a, /** @type {number} */ b) => a - b), `the future of ${id}, seed ${seed}`);
        const past = ids.filter((other) => lit.get(other).future.includes(id));
        equal([...lit.get(id).past].sort((a, b) => a - b), past, `the past of ${id}, seed ${seed}`);
      }
      await page.close();
      await server.end();
    }
  },

  async "a diagram of 5,000 events"(browser) {
    const file = join(scratch, "chatter.erl");
    writeFileSync(file, `-module(chatter).
-export([main/1]).
main(N) -> Echo = spawn(fun echo/0), talk(Echo, N).
talk(Echo, 0) -> Echo ! stop, done;
talk(Echo, N) -> Echo ! {self(), N}, receive {echo, N} -> talk(Echo, N - 1) end.
echo() -> receive {From, N} -> From ! {echo, N}, echo(); stop -> ok end.
`);
    const server = await serve([file, "-e", "chatter:main(850)"]);
    const page = await open(browser, server.address);
    await page.locator("#card .answers button, #card .claim").first().waitFor({ timeout: PATIENCE });
    const begin = Date.now();
    await page.getByRole("link", { name: "Messages" }).click();
    await page.locator("#diagram svg g[id]").first().waitFor({ timeout: PATIENCE });
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const painted = Date.now() - begin;
    const events = await page.locator("#diagram g[id] tspan").evaluateAll((all) => all.reduce((sum, one) => sum + (one.textContent ?? "").split("→").length, 0));
    equal(events >= 5000 - 2, true, `${events} events are drawn`);
    const scrolled = await page.evaluate(async () => {
      const place = document.getElementById("diagram");
      let worst = 0;
      for (let n = 0; place && n < 20; n++) {
        const before = performance.now();
        place.scrollTop += place.scrollHeight / 25;
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        worst = Math.max(worst, performance.now() - before);
      }
      return Math.round(worst);
    });
    console.log(`  5,000 events: first paint ${painted} ms, slowest scroll ${scrolled} ms`);
    await page.close();
    await server.end();
  },

  async "a tree of ten million calls"(browser) {
    const server = await serve(["benches/erl/bench_fib.erl", "-e", "bench_fib:fib(33)"]);
    const page = await open(browser, server.address);
    await page.locator("#card .answers button").first().waitFor({ timeout: 4 * PATIENCE });
    const begin = Date.now();
    await page.getByRole("link", { name: "Tree" }).click();
    await page.locator("#tree .row").first().waitFor({ timeout: PATIENCE });
    const painted = Date.now() - begin;
    const calls = await page.locator("#tree .row .weight").first().innerText();
    equal(Number(calls.replace(/\D/g, "")) > 10_000_000, true, `the tree has ${calls}`);
    const searched = Date.now();
    await page.getByRole("textbox", { name: "A function" }).fill("fib(3)");
    await page.keyboard.press("Enter");
    await page.locator("#found .hint").waitFor({ timeout: PATIENCE });
    const found = Date.now() - searched;
    for (const what of ["tree", "below?node=1", "siblings?first=1&end=4000000000", "find?text=fib/1", "tree?root=5000000"]) {
      const size = (await look(page, what)).length;
      equal(size < 256 << 10, true, `${what} has ${size} bytes`);
    }
    console.log(`  ${calls}: first paint ${painted} ms, search ${found} ms`);
    await page.close();
    await server.end();
  },
};

/** A file that a page offers. @param {import("playwright-core").Download} download */
export async function content(download) {
  return readFileSync(await download.path(), "utf8");
}
