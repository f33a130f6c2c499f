import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { bombPdf, manyObjectsPdf, textPdf } from "@/tracking-service/testing/hostile-pdf";
import { readPdfText } from "./pdf-reader";

const MB = 1_048_576;
const MAX_CHARACTERS = 1_000;
const LIMITS = { timeoutMs: 180_000, maxRssBytes: 512 * MB };
const SLOW_MACHINE_MS = 240_000;
const isLinux = process.platform === "linux";

/** Reader processes started by this process, as listed in /proc. */
function readersOf(parentPid: number | null): number[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const isReader = readFileSync(`/proc/${name}/cmdline`, "utf8").includes("pdf-text.mjs");
      const parent = Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${name}/status`, "utf8"))?.[1]);
      return isReader && (parentPid === null || parent === parentPid) ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}

/** The resident memory of a process in MB. 0 after it ended. */
function residentMb(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1_024;
  } catch {
    return 0;
  }
}

const read = (pdf: Uint8Array, limits = LIMITS) => readPdfText(Buffer.from(pdf), MAX_CHARACTERS, limits);

describe("a PDF", { timeout: SLOW_MACHINE_MS }, () => {
  it("returns its text up to the limit, and none when it has none", async () => {
    expect(await read(textPdf("Delivery order"))).toBe("Delivery order");
    expect(await readPdfText(Buffer.from(textPdf("Delivery order")), 8, LIMITS)).toBe("Delivery");
    expect(await read(textPdf(""))).toBe("");
    expect(await read(manyObjectsPdf(20_000))).toBe("");
  });

  it.each([
    ["no PDF", Buffer.from("%PDF-1.4 nothing")],
    ["an empty file", Buffer.alloc(0)],
    ["random bytes", Buffer.from("%PDF-1.7\n".padEnd(50_000, "\u0000\u00ff<<>>[(/"))],
  ])("is rejected with a reason: %s", async (_, bytes) => {
    await expect(read(bytes)).rejects.toThrow("it is no readable PDF");
  });

  it.each([
    ["a few KB", bombPdf(1_500)],
    ["6 MB", bombPdf(1_500, 6)],
  ])(
    "of %s that decodes to 1.5 GB is abandoned above 512 MB with little memory used here",
    async (_, pdf) => {
      const before = process.memoryUsage.rss();
      let max = 0;
      let mostOfReader = 0;
      const watch = setInterval(() => {
        max = Math.max(max, process.memoryUsage.rss() - before);
        for (const pid of isLinux ? readersOf(process.pid) : [])
          mostOfReader = Math.max(mostOfReader, residentMb(pid));
      }, 50);
      await expect(read(pdf)).rejects.toThrow("it needs more than 512 MB of memory");
      clearInterval(watch);
      expect(max / MB).toBeLessThan(128);
      expect(mostOfReader).toBeLessThan(640);
    },
  );

  it("is abandoned after the time limit", async () => {
    const started = Date.now();
    await expect(read(bombPdf(400), { ...LIMITS, timeoutMs: 300 })).rejects.toThrow(
      "it takes longer than 0.3 seconds",
    );
    expect(Date.now() - started).toBeLessThan(10_000);
  });
});

describe.runIf(isLinux)("reader process", { timeout: SLOW_MACHINE_MS }, () => {
  const appears = async (parentPid: number) => {
    await expect.poll(() => readersOf(parentPid).length, { timeout: 60_000 }).toBe(1);
    return readersOf(parentPid)[0] ?? 0;
  };

  it("gets no environment variables and ends afterwards", async () => {
    process.env.READER_TEST_SECRET = "a secret";
    const reading = read(bombPdf(1_000), { ...LIMITS, timeoutMs: 5_000 }).catch(() => "given up");
    const pid = await appears(process.pid);
    const environment = readFileSync(`/proc/${pid}/environ`, "utf8");
    delete process.env.READER_TEST_SECRET;
    await reading;
    const names = environment
      .split("\0")
      .filter(Boolean)
      .map((entry) => entry.split("=")[0]);
    expect(names.every((name) => name === "NODE_ENV" || name?.startsWith("NODE_CHANNEL_"))).toBe(true);
    expect(readersOf(process.pid)).toEqual([]);
  });

  it("fails only its own document when killed externally", async () => {
    const reading = read(bombPdf(1_000));
    const outcome = expect(reading).rejects.toThrow("it needs more than 512 MB");
    process.kill(await appears(process.pid), "SIGKILL");
    await outcome;
    expect(await read(textPdf("still here"))).toBe("still here");
  });

  it("ends with its parent, even while busy", async () => {
    const code = `
      import { readPdfText } from "./tracking-service/documents/pdf-reader.ts";
      import { bombPdf } from "./tracking-service/testing/hostile-pdf.ts";
      const limits = { timeoutMs: 100_000, maxRssBytes: 2_000_000_000 };
      await readPdfText(Buffer.from(bombPdf(1_000)), 1_000, limits);`;
    const parent = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", code], {
      stdio: "ignore",
    });
    const pid = await appears(parent.pid ?? 0);
    // Above the size of Node with only the library loaded: the reader is processing the file.
    await expect.poll(() => residentMb(pid), { timeout: 60_000 }).toBeGreaterThan(150);
    parent.kill("SIGKILL");
    await once(parent, "exit");
    await expect.poll(() => readersOf(null).includes(pid), { timeout: 10_000 }).toBe(false);
  });
});
