import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openLog, rotateLogs, tailOf } from "./log-file";

let folder = "";
let log = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "drayboard-logs-"));
  log = join(folder, "program.log");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const content = (path: string) => readFile(path, "utf8").catch(() => null);

describe("log rotation", () => {
  it("keeps the number and size of files within the limits while a program writes", async () => {
    const file = openLog(log);
    const code = `let n = 0; setInterval(() => { for (let i = 0; i < 20; i++) console.log(String(n++).padStart(99)) }, 1)`;
    const child = spawn(process.execPath, ["-e", code], { stdio: ["ignore", file, file] });
    closeSync(file);
    const limits = { files: 3, bytes: 100_000 };
    for (let turns = 0; turns < 200 && (await content(`${log}.2`)) === null; turns++) {
      await rotateLogs(folder, limits);
      await pause(20);
    }
    for (let turns = 0; turns < 20; turns++) {
      await rotateLogs(folder, limits);
      await pause(20);
    }
    child.kill("SIGKILL");
    await once(child, "exit");
    expect((await readdir(folder)).sort()).toEqual(["program.log", "program.log.1", "program.log.2"]);
    const all = await Promise.all([`${log}.2`, `${log}.1`, log].map((path) => readFile(path, "utf8")));
    const numbers = all.join("").trimEnd().split("\n").map(Number);
    // Every line is complete, in order and not duplicated.
    for (const [at, number] of numbers.entries())
      if (at > 0) expect(number).toBeGreaterThan(numbers[at - 1] ?? Number.NaN);
    expect((await stat(`${log}.1`)).mode & 0o077).toBe(0);
    expect(tailOf(log, 10_000_000)).toMatch(/\d+/);
  });

  it("moves lines from file to file and removes the oldest", async () => {
    for (const text of ["one", "two", "three", "four"]) {
      await writeFile(log, text, { flag: "a" });
      await rotateLogs(folder, { files: 3, bytes: 2 });
    }
    expect(await Promise.all([log, `${log}.1`, `${log}.2`, `${log}.3`].map(content))).toEqual([
      "",
      "four",
      "three",
      null,
    ]);
  });

  it("does not change a short log or other files", async () => {
    await writeFile(log, "short");
    await writeFile(join(folder, "note.txt"), "much longer than it may be");
    await rotateLogs(folder, { files: 3, bytes: 10 });
    expect((await readdir(folder)).sort()).toEqual(["note.txt", "program.log"]);
  });

  it("empties the log when only one file is allowed", async () => {
    await writeFile(log, "long enough");
    await rotateLogs(folder, { files: 1, bytes: 2 });
    expect(await readdir(folder)).toEqual(["program.log"]);
    expect(await content(log)).toBe("");
  });
});
