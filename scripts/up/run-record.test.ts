import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { processMark } from "./process-mark";
import { findHolder, holdDataDir } from "./run-record";

let dataDir = "";
const started: number[] = [];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "drayboard-run-"));
});
afterEach(async () => {
  for (const pid of started.splice(0)) if (processMark(pid) !== null) process.kill(pid, "SIGKILL");
  await rm(dataDir, { recursive: true, force: true });
});

/** A process in a group of its own that would live on. */
function stray(): Promise<number> {
  const child = spawn(process.execPath, ["-e", "console.log(1); setInterval(() => {}, 1000)"], {
    detached: true,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const { pid = 0 } = child;
  started.push(pid);
  return new Promise((resolve) => child.stdout.once("data", () => resolve(pid)));
}

const marked = (name: string, pid: number, mark = processMark(pid) ?? "") => ({ name, pid, mark });
const write = (record: unknown) => writeFile(join(dataDir, "running.json"), JSON.stringify(record));

describe("holding a data folder", () => {
  it("is known to others, privately, and ends", async () => {
    const hold = await holdDataDir(dataDir, "npm run up");
    expect(findHolder(dataDir)).toMatchObject({ name: "npm run up", pid: process.pid });
    expect((await stat(join(dataDir, "running.json"))).mode & 0o077).toBe(0);
    hold.release();
    expect(findHolder(dataDir)).toBeNull();
  });

  it("is refused while another holds it, and says how to go on", async () => {
    const other = await stray();
    await write({ owner: marked("npm run up", other), children: [] });
    await expect(holdDataDir(dataDir, "npm run up")).rejects.toThrow(
      new RegExp(`"npm run up" is running on .*process ${other}.*DATA_DIR`),
    );
  });

  it.each([
    ["nothing", ""],
    ["half a record", '{"owner":'],
    ["another text", '{"hello":1}'],
  ])("is not prevented by a file with %s", async (_, content) => {
    await writeFile(join(dataDir, "running.json"), content);
    (await holdDataDir(dataDir, "npm run up")).release();
  });
});

describe("what a killed start left behind", () => {
  it("is ended", async () => {
    const left = await stray();
    await write({ owner: marked("npm run up", 999_999_999, "1"), children: [marked("worker", left)] });
    const hold = await holdDataDir(dataDir, "npm run up");
    expect(processMark(left)).toBeNull();
    expect(JSON.parse(await readFile(join(dataDir, "running.json"), "utf8")).children).toEqual([]);
    hold.release();
  });

  it("is left alone when its id belongs to another process by now", async () => {
    const stranger = await stray();
    await write({
      owner: marked("npm run up", process.pid, "1"),
      children: [marked("worker", stranger, "another start")],
    });
    (await holdDataDir(dataDir, "npm run up")).release();
    expect(processMark(stranger)).not.toBeNull();
  });
});
