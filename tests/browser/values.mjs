// @ts-check
// Values: records, characters of strings, variables in place, what differs from what was expected.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { accessible, decides, equal, open, PATIENCE, pictures, scratch, serve, shows } from "./support.mjs";

/** @typedef {import("playwright-core").Browser} Browser */
/** @typedef {import("playwright-core").Page} Page */

/** A program whose records and strings are wrong in one place. */
function shelf() {
  const file = join(scratch, "shelf.erl");
  writeFileSync(file, `-module(shelf).
-export([main/0, stay/1]).
-record(item, {name, price = 0, tags = [new, {sale, #{until => "friday"}}]}).
main() -> label(#item{name = "lamp"}, 3).
label(Item = #item{name = Name}, Price) -> Item#item{name = shout(Name), price = Price}.
shout(Name) -> [up(C) || C <- Name].
up($a) -> $B;
up(C) -> C - 32.
stay(Items) -> receive {stop, From} -> From ! {bye, Items} end.
`);
  return file;
}

/** What the page says when this is done. @param {Page} page @param {() => Promise<unknown>} act */
async function says(page, act) {
  const said = page.waitForRequest((request) => request.url().endsWith("/say"));
  await decides(page, act);
  return JSON.parse((await said).postData() ?? "").say;
}

/** @type {Record<string, (browser: Browser) => Promise<void>>} */
export const values = {
  async "a field of a record, and characters of a string"(browser) {
    const server = await serve([shelf(), "-e", "shelf:main()", "--strategy", "top-down", "--fresh"]);
    const page = await open(browser, server.address);
    await shows(page, "#statement .statement", 'shelf:label(#item{name = "lamp"');
    await shows(page, "#source .ghost", "Price = 3");
    await shows(page, "#statement .key", "price = ");
    const field = page.locator("#statement .part", { hasText: /^3$/ });
    await field.click();
    const said = await says(page, () => page.keyboard.press("n"));
    equal(said.answer, { answer: "wrong", claim: 1, path: [3] }, "the field");
    await decides(page, () => page.keyboard.press("u"));
    // By keys: the string, then its second and third character.
    await page.locator("#statement .part", { hasText: '"LBMP"' }).focus();
    await page.keyboard.press("Enter");
    await page.locator("#characters .character").nth(1).focus();
    await page.keyboard.press("Enter");
    await page.locator("#characters .character").nth(2).focus();
    await page.keyboard.press("Shift+Enter");
    equal(await page.locator('#characters [aria-pressed="true"]').allInnerTexts(), ["B", "M"], "the range");
    await accessible(page, "characters");
    await pictures(page, "characters");
    await page.getByRole("button", { name: "Where was this part made?" }).click();
    await shows(page, "#maker .row", "shelf:shout");
    const second = await says(page, () => page.keyboard.press("n"));
    equal(second.answer, { answer: "wrong", claim: 1, path: [2, 2] }, "the characters");
    await shows(page, "#statement", "shelf:shout");
    // Of the whole value, too.
    await page.locator("#statement .part[data-characters]").click();
    await page.locator("#characters .character").nth(1).click();
    const third = await says(page, () => page.locator("button.wrong").click());
    equal(third.answer, { answer: "wrong", claim: 1, path: [2] }, "a character of the whole value");
    await page.close();
    await server.end();
  },

  async "why tests failed, what did not run, and what differs"(browser) {
    const folder = join(scratch, "stall");
    for (const part of ["src", "test"]) mkdirSync(join(folder, part), { recursive: true });
    writeFileSync(join(folder, "rebar.config"), "{erl_opts, [debug_info]}.\n");
    writeFileSync(join(folder, "src/stall.erl"), `-module(stall).
-export([sign/1, fetch/0]).
sign(Name) -> #{name => string:uppercase(Name), lines => ["open from nine to five", "closed on sundays", "ring twice"]}.
fetch() -> gen_tcp:connect("example.com", 80, []).
`);
    writeFileSync(join(folder, "test/stall_tests.erl"), `-module(stall_tests).
-include_lib("eunit/include/eunit.hrl").
sign_test() ->
    ?assertEqual(#{name => "inn", lines => ["open from nine to five", "closed on sundays", "ring twice"]}, stall:sign("inn")).
fetch_test() -> {ok, _} = stall:fetch().
fine_test() -> ok.
`);
    const server = await serve([folder, "--fresh"], true);
    const page = await open(browser, server.address);
    await shows(page, "#card .claim .come", '"inn"');
    await shows(page, "#card .claim .gone", '"INN"');
    await shows(page, "#card", "1 test passed.");
    await page.locator("summary", { hasText: "These did not run" }).click();
    await shows(page, "#card .not-run", "stall_tests:fetch_test");
    await shows(page, "#card .not-run", "gen_tcp:connect");
    await accessible(page, "tests that did not run");
    await pictures(page, "tests");
    await decides(page, () => page.keyboard.press("1"));
    await shows(page, ".diff .come", '"inn"');
    await shows(page, ".diff .gone", '"INN"');
    await pictures(page, "expected");
    await page.close();
    await server.end();
  },

  async "a walk: open a value, save the run, ask about a process"(browser) {
    const expression = "shelf:stay([{1, [a, b]}, #{k => {v, 2}}])";
    const server = await serve([shelf(), "-e", `spawn(fun() -> ${expression} end) ! {stop, self()}, receive X -> X end`, "--fresh"], false, ["rewind", "--web"]);
    const page = await open(browser, `${server.address}#time`);
    await shows(page, "#card h2", "Is a process wrong?");
    const prompt = page.locator("input[name=line]");
    const command = async (/** @type {string} */ line) => {
      await prompt.fill(line);
      await decides(page, () => prompt.press("Enter"));
    };
    await command("step #1 2");
    await command("step #2 1");
    await page.locator(".stands button.who", { hasText: "#2" }).click();
    const items = page.locator("#stand details.inside", { hasText: "Items" });
    await items.locator("summary").first().click();
    await items.locator(".values details").nth(1).locator("summary").click();
    await shows(page, "#stand details.inside .values .values", "{v,2}");
    await command("run");
    await command("save walk.whodunit");
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download walk.whodunit" }).click();
    equal((await download).suggestedFilename(), "walk.whodunit", "the file");
    await page.getByRole("link", { name: "Messages" }).click();
    await shows(page, ".crew .crew", "#2");
    await pictures(page, "walk");
    await accessible(page, "a walk");
    await decides(page, () => page.keyboard.press("2"));
    await shows(page, "#statement", "Process <0.83.0>");
    await page.close();
    await server.end();
  },
};
