// @ts-check
// The sessions of the papers and of a failing test, each by mouse and by keys.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { accessible, decides, equal, open, PATIENCE, pictures, scratch, serve, shows } from "./support.mjs";

/** @typedef {import("playwright-core").Browser} Browser */
/** @typedef {import("playwright-core").Page} Page */

/** What is said in a session: a key, or the name of a button. */
const BUTTONS = /** @type {Record<string, RegExp>} */ ({
  y: /^(All c|C)orrect/,
  n: /^Wrong/,
  d: /^Don't know/,
  t: /^Trust/,
  i: /^Invalid/,
  w: /^Not sure/,
});

/**
 * Says these things one after the other.
 * @param {Page} page
 * @param {string} keys
 * @param {boolean} byMouse
 */
async function answer(page, keys, byMouse) {
  for (const key of keys) {
    await page.locator("#card button[data-key]").first().waitFor({ timeout: PATIENCE });
    const name = BUTTONS[key];
    await decides(page, async () => {
      if (!byMouse) await page.keyboard.press(key);
      else if (name) await page.locator("#card").getByRole("button", { name }).click();
      else await page.locator(`#card button[data-key="${key}"]`).click();
    });
  }
}

/**
 * The same session by mouse and by keys, with a reload in the middle.
 * @param {Browser} browser
 * @param {string[]} words
 * @param {string} keys
 * @param {string} verdict
 * @param {(page: Page) => Promise<void>} after
 */
async function bothWays(browser, words, keys, verdict, after = async () => {}) {
  for (const byMouse of [true, false]) {
    const server = await serve([...words, "--fresh"]);
    const page = await open(browser, server.address);
    const middle = Math.floor(keys.length / 2);
    await answer(page, keys.slice(0, middle), byMouse);
    await page.reload();
    await answer(page, keys.slice(middle), byMouse);
    await shows(page, "#card h2", verdict);
    if (byMouse) await after(page);
    await page.close();
    await server.end();
  }
}

/** @type {Record<string, (browser: Browser) => Promise<void>>} */
export const sessions = {
  async "paper 1: mergesort"(browser) {
    const words = ["examples/mergesort", "-e", "merge:mergesort([b, a], fun merge:comp/2)"];
    await bothWays(browser, words, "nyy", "Bug found in clause 4 of merge:merge/3");
  },

  async "paper 2: tcp"(browser) {
    const words = ["examples/tcp", "-e", "tcp:main()"];
    await bothWays(browser, words, "224y", "Bug found in", async (page) => {
      await pictures(page, "verdict-receive");
      await accessible(page, "a verdict on a receive");
      const tests = await page.evaluate(async () => (await fetch("/look/markdown")).text());
      equal(/# `tcp:main\(\)`/.test(tests) && /Bug found in/.test(tests), true, tests);
    });
  },

  async "paper 3: a goal, its third answer, one that is missing"(browser) {
    const words = ["examples/lazy/take_from.flp", "-e", "take n (from x) -> ys", "--strategy", "top-down"];
    for (const byMouse of [true, false]) {
      const server = await serve([...words, "--fresh"]);
      const page = await open(browser, server.address);
      const press = async (/** @type {string} */ name) => {
        const button = page.locator(".goal").getByRole("button", { name });
        await button.waitFor({ timeout: PATIENCE });
        await decides(page, async () => {
          if (byMouse) return button.click();
          await button.focus();
          await page.keyboard.press("Enter");
        });
      };
      await shows(page, ".goal", "Answer 1 of the goal");
      await press("more");
      await shows(page, ".goal", "ys = [x]");
      await press("more");
      await shows(page, ".goal", "ys = [x,x]");
      if (byMouse) await pictures(page, "goal");
      await answer(page, "n", byMouse);
      await page.reload();
      await answer(page, "y", byMouse);
      await shows(page, "#card h2", "Bug found in rule 1 of from");
      await page.close();
      await server.end();
    }
  },

  async "paper 5: n queens"(browser) {
    const words = ["examples/lazy/queens.hs", "-e", "head (queens 4)", "--strategy", "top-down", "--no-properties"];
    await bothWays(browser, words, "nnnnyynny", "Bug found in rule 2 of no_threat", async (page) => {
      await pictures(page, "queens");
      equal(await page.locator("[data-tab=time]").isVisible(), false, "a tab for what there is not");
    });
  },

  async "a failing EUnit test with a gen_server, from the start page"(browser) {
    const folder = join(scratch, "bank");
    for (const part of ["src", "test"]) mkdirSync(join(folder, part), { recursive: true });
    writeFileSync(join(folder, "rebar.config"), "{erl_opts, [debug_info]}.\n");
    writeFileSync(join(folder, "src/account.erl"), `-module(account).
-behaviour(gen_server).
-export([start_link/1, deposit/2, balance/1, with_interest/2]).
-export([init/1, handle_call/3, handle_cast/2]).
start_link(Balance) -> gen_server:start_link(?MODULE, Balance, []).
deposit(Account, Amount) -> gen_server:call(Account, {deposit, Amount}).
balance(Account) -> gen_server:call(Account, balance).
init(Balance) -> {ok, Balance}.
handle_call({deposit, Amount}, _From, Balance) ->
    New = with_interest(Balance, Amount),
    {reply, New, New};
handle_call(balance, _From, Balance) ->
    {reply, Balance, Balance}.
handle_cast(_, Balance) -> {noreply, Balance}.
with_interest(Balance, Amount) -> Balance + Amount + Amount div 10.
`);
    writeFileSync(join(folder, "test/account_tests.erl"), `-module(account_tests).
-include_lib("eunit/include/eunit.hrl").
balance_test() ->
    {ok, Account} = account:start_link(5),
    ?assertEqual(5, account:balance(Account)).
deposit_test() ->
    {ok, Account} = account:start_link(100),
    account:deposit(Account, 50),
    ?assertEqual(150, account:balance(Account)).
`);
    for (const byMouse of [true, false]) {
      const server = await serve([folder, "--fresh"], true);
      const page = await open(browser, server.address);
      await shows(page, "#card", "deposit_test");
      if (byMouse) {
        await accessible(page, "the start page");
        await page.locator("summary", { hasText: "Functions" }).click();
        await shows(page, "#card .functions", "account:with_interest(");
        await pictures(page, "start");
      }
      await answer(page, "1", byMouse);
      await page.locator("#card .answers button").first().waitFor({ timeout: PATIENCE });
      if (byMouse) await pictures(page, "test");
      // The reply, the state that it came from, the step that made that state, and what it called.
      await answer(page, "113n", byMouse);
      await shows(page, "#card h2", "account:with_interest/2");
      await page.getByRole("link", { name: "Time" }).click();
      await decides(page, () => page.getByRole("button", { name: "Step through this run" }).click());
      await page.locator(".events li[data-event]").first().waitFor({ timeout: PATIENCE });
      await page.close();
      await server.end();
    }
  },

  async "a function with a form for its arguments"(browser) {
    const server = await serve(["examples/mergesort"]);
    const page = await open(browser, server.address);
    const form = page.locator("form.call", { hasText: "merge:mergesort(" });
    await form.waitFor({ timeout: PATIENCE });
    await form.locator("input").first().fill("[b, a]");
    await form.locator("input").nth(1).fill("fun merge:comp/2");
    await decides(page, () => form.locator("input").nth(1).press("Enter"));
    await shows(page, "#statement", "merge:merge([b], [a], fun merge:comp/2)");
    await page.locator("#statement .part", { hasText: "b" }).click();
    await page.getByRole("button", { name: "Where was this part made?" }).click();
    await page.locator("#maker .row").waitFor({ timeout: PATIENCE });
    const tests = await page.evaluate(async () => (await fetch("/look/tests")).status);
    equal(tests, 200, "the tests");
    await decides(page, () => page.getByRole("button", { name: "Start over" }).click());
    await form.waitFor({ timeout: PATIENCE });
    await page.close();
    await server.end();
  },
};
