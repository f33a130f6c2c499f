import { readdirSync, readFileSync } from "node:fs";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { convertPicture, type PictureChange } from "./convert-picture";
import { animation, plain, plainPng } from "./hostile-pictures";

const MB = 1_048_576;
const SLOW_MACHINE_MS = 240_000;
const TIMEOUT_MS = 180_000;
const isLinux = process.platform === "linux";

const PHOTO: PictureChange = { fit: { width: 2_048, height: 2_048 }, background: "#ffffff", to: "jpeg" };
const TURNED: PictureChange = { turn: 90, to: "same" };
const UNREADABLE =
  "The file is not a readable picture of at most 40 million pixels and 12,000 pixels a side.";
const TOO_DETAILED =
  "The picture needs too much memory or time. Save it smaller, with 8 bits a channel and not interlaced.";

/** The resident memory of the processes that decode pictures for this one, in MB. */
function decodersMb(): number {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .reduce((sum, name) => {
      try {
        if (!readFileSync(`/proc/${name}/cmdline`, "utf8").includes("decode-picture.mjs")) return sum;
        const status = readFileSync(`/proc/${name}/status`, "utf8");
        const isOurs = Number(/^PPid:\s+(\d+)$/m.exec(status)?.[1]) === process.pid;
        return isOurs ? sum + Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1_024 : sum;
      } catch {
        return sum;
      }
    }, 0);
}

/** Converts a picture and returns what happened, after a check of the memory that it took here and in its process. */
async function outcome(content: Buffer, change: PictureChange): Promise<string> {
  const before = process.memoryUsage.rss();
  let here = 0;
  let there = 0;
  const watch = setInterval(() => {
    here = Math.max(here, process.memoryUsage.rss() - before);
    if (isLinux) there = Math.max(there, decodersMb());
  }, 20);
  try {
    const { format, width, height } = await sharp(
      await convertPicture(content, change, TIMEOUT_MS),
    ).metadata();
    return `${format} ${width} × ${height}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    clearInterval(watch);
    expect(here / MB).toBeLessThan(128);
    expect(there).toBeLessThan(896);
  }
}

describe("an untrusted picture", { timeout: SLOW_MACHINE_MS }, () => {
  it.each<[string, () => Promise<Buffer>, string, string]>([
    ["20,000,000 × 2", () => plainPng({ width: 20_000_000, height: 2, depth: 16, color: 2 }), UNREADABLE, ""],
    ["2 × 20,000,000", () => plainPng({ width: 2, height: 20_000_000, depth: 16 }), UNREADABLE, ""],
    ["12,001 × 1", () => plainPng({ width: 12_001, height: 1 }), UNREADABLE, ""],
    ["8,000 × 5,001", () => plainPng({ width: 8_000, height: 5_001 }), UNREADABLE, ""],
    [
      "65,535 × 65,535",
      () => plainPng({ width: 65_535, height: 65_535, color: 0, empty: true }),
      UNREADABLE,
      "",
    ],
    [
      "40 million pixels of 16 bits, interlaced",
      () => plainPng({ width: 8_000, height: 5_000, depth: 16, interlaced: true }),
      TOO_DETAILED,
      "",
    ],
    [
      "40 million pixels of 16 bits",
      () => plainPng({ width: 8_000, height: 5_000, depth: 16 }),
      "jpeg 2048 × 1280",
      "png 5000 × 8000",
    ],
    [
      "40 million pixels, interlaced",
      () => plainPng({ width: 8_000, height: 5_000, interlaced: true }),
      "jpeg 2048 × 1280",
      "png 5000 × 8000",
    ],
    [
      "12,000 × 3,333 as a progressive JPEG",
      () => plain(12_000, 3_333).jpeg({ progressive: true, chromaSubsampling: "4:4:4" }).toBuffer(),
      "jpeg 2048 × 569",
      "jpeg 3333 × 12000",
    ],
    [
      "a JPEG of four colors",
      () => plain(3_000, 2_000).toColourspace("cmyk").jpeg({ progressive: true }).toBuffer(),
      "jpeg 2048 × 1365",
      "jpeg 2000 × 3000",
    ],
    [
      "an animated GIF",
      () => animation(120, 100, "gif"),
      "jpeg 100 × 100",
      "A picture with several pages cannot be rotated.",
    ],
    [
      "an animated WebP",
      () => animation(120, 100, "webp"),
      "jpeg 100 × 100",
      "A picture with several pages cannot be rotated.",
    ],
    [
      "a cut PNG",
      async () => (await plainPng({ width: 4_000, height: 3_000 })).subarray(0, 9_000),
      UNREADABLE,
      "",
    ],
    ["a cut JPEG", async () => (await plain(900, 900).jpeg().toBuffer()).subarray(0, 2_000), UNREADABLE, ""],
    ["an empty file", async () => Buffer.alloc(0), UNREADABLE, ""],
  ])("is bounded in memory: %s", async (_, make, asPhoto, turned) => {
    const content = await make();
    expect(await outcome(content, PHOTO)).toBe(asPhoto);
    expect(await outcome(content, TURNED)).toBe(turned || asPhoto);
  });

  it("is given up after the time limit", async () => {
    const large = await plainPng({ width: 8_000, height: 5_000, depth: 16 });
    await expect(convertPicture(large, PHOTO, 50)).rejects.toThrow(TOO_DETAILED);
  });

  it("is decoded while others wait, and one that fails does not stop the next", async () => {
    const whole = await plain(300, 200).png().toBuffer();
    const results = await Promise.all(
      [whole, Buffer.from("no picture"), whole].map((content) => outcome(content, PHOTO)),
    );
    expect(results).toEqual(["jpeg 300 × 200", UNREADABLE, "jpeg 300 × 200"]);
  });
});
