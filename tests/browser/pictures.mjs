// @ts-check
// The pictures of the README: small files, with few colours.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";

import { decides, equal, open, PATIENCE, screenshots, serve, shows } from "./support.mjs";

/** @typedef {import("playwright-core").Browser} Browser */

/** @type {number[]} */
const CRC = Array.from({ length: 256 }, (_, n) => {
  let value = n;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});

/** A part of a PNG file. @param {string} kind @param {Uint8Array} data */
function chunk(kind, data) {
  const body = Buffer.concat([Buffer.from(kind, "latin1"), data]);
  let crc = 0xffffffff;
  for (const byte of body) crc = (CRC[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE((crc ^ 0xffffffff) >>> 0);
  return Buffer.concat([length, body, sum]);
}

/**
 * A PNG with the 64 colours that a picture has most of; the others become the nearest of them.
 * @param {number} width
 * @param {number} height
 * @param {Buffer} pixels  red, green, blue, opacity
 */
function encoded(width, height, pixels) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  const at = (/** @type {number} */ n) => pixels.readUIntBE(n * 4, 3);
  for (let n = 0; n < width * height; n++) counts.set(at(n), (counts.get(at(n)) ?? 0) + 1);
  const colours = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, 64).map(([colour]) => colour);
  const distance = (/** @type {number} */ a, /** @type {number} */ b) =>
    Math.hypot((a >> 16) - (b >> 16), ((a >> 8) & 255) - ((b >> 8) & 255), (a & 255) - (b & 255));
  /** @type {Map<number, number>} */
  const nearest = new Map();
  for (const colour of counts.keys()) {
    const distances = colours.map((other) => distance(colour, other));
    nearest.set(colour, distances.indexOf(Math.min(...distances)));
  }
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rows[y * (width + 1) + 1 + x] = nearest.get(at(y * width + x)) ?? 0;
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  const palette = Buffer.from(colours.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  const parts = [chunk("IHDR", head), chunk("PLTE", palette), chunk("IDAT", deflateSync(rows, { level: 9 })), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), ...parts]);
}

/**
 * Writes a picture of a page.
 * @param {import("playwright-core").Page} page
 * @param {string} name
 */
async function picture(page, name) {
  await page.setViewportSize({ width: 1120, height: 660 });
  await page.mouse.move(0, 0);
  const shot = (await page.screenshot()).toString("base64");
  const canvas = await page.context().newPage();
  const { width, height, data } = await canvas.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const paper = new OffscreenCanvas(image.width, image.height);
    const pen = paper.getContext("2d");
    pen?.drawImage(image, 0, 0);
    const bytes = pen?.getImageData(0, 0, image.width, image.height).data ?? [];
    let text = "";
    for (const byte of bytes) text += String.fromCharCode(byte);
    return { width: image.width, height: image.height, data: btoa(text) };
  }, shot);
  await canvas.close();
  const bytes = encoded(width, height, Buffer.from(data, "base64"));
  equal(bytes.length < 100_000, true, `${name} has ${bytes.length} bytes`);
  writeFileSync(join(screenshots, `${name}.png`), bytes);
}

/** @type {Record<string, (browser: Browser) => Promise<void>>} */
export const pictures = {
  async "the pictures of the README"(browser) {
    const merge = await serve(["examples/mergesort", "-e", "merge:mergesort([b, a], fun merge:comp/2)", "--seed", "9"]);
    const page = await open(browser, merge.address);
    await shows(page, "#statement", "merge:merge([b], [a]");
    await picture(page, "web-question");
    await page.close();
    await merge.end();
    const tcp = await serve(["examples/tcp", "-e", "tcp:main()", "--seed", "9"]);
    const other = await open(browser, `${tcp.address}#time`);
    await decides(other, () => other.getByRole("button", { name: "Step through this run" }).click());
    const prompt = other.locator("input[name=line]");
    await prompt.fill("undo send 6");
    await decides(other, () => prompt.press("Enter"));
    await other.locator(".events .undone").first().waitFor({ timeout: PATIENCE });
    await picture(other, "web-time");
    await other.close();
    await tcp.end();
  },
};
