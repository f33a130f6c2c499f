import { spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
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

/** A process in its own group that keeps running unless it is ended. */
function stray(env: Record<string, string> = {}): Promise<number> {
  const child = spawn(process.execPath, ["-e", "console.log(1); setInterval(() => {}, 1000)"], {
    env: { ...process.env, ...env },
    detached: true,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const { pid = 0 } = child;
  started.push(pid);
  return new Promise((resolve) => child.stdout.once("data", () => resolve(pid)));
}

const marked = (name: string, pid: number, mark = processMark(pid) ?? "") => ({ name, pid, mark });
const write = (record: unknown) => writeFile(join(dataDir, "running.json"), JSON.stringify(record));

describe("hold on a data folder", () => {
  it("is visible to other commands, in a private file, and can be released", async () => {
    const hold = await holdDataDir(dataDir, "npm run up");
    expect(findHolder(dataDir)).toMatchObject({ name: "npm run up", pid: process.pid });
    expect((await stat(join(dataDir, "running.json"))).mode & 0o077).toBe(0);
    hold.release();
    expect(findHolder(dataDir)).toBeNull();
  });

  it("is rejected with instructions while another process has it", async () => {
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

describe("a copied data folder", () => {
  let copy = "";
  beforeEach(() => {
    copy = `${dataDir}-copy`;
  });
  afterEach(() => rm(copy, { recursive: true, force: true }));

  /** A running start on this folder with one program, and a copy of the folder made meanwhile. */
  async function copyWhileRunning(): Promise<{ owner: number; child: number }> {
    const [owner, child] = [await stray(), await stray()];
    const hold = await holdDataDir(dataDir, "npm run up");
    hold.add("worker", child);
    const record = JSON.parse(await readFile(join(dataDir, "running.json"), "utf8"));
    await write({ ...record, owner: marked("npm run up", owner) });
    await cp(dataDir, copy, { recursive: true });
    return { owner, child };
  }

  it("discards the original's record without ending or naming its processes", async () => {
    const { owner, child } = await copyWhileRunning();
    expect(findHolder(dataDir)?.pid).toBe(owner);
    expect(findHolder(copy)).toBeNull();
    const hold = await holdDataDir(copy, "npm run up");
    expect([owner, child].map(processMark)).not.toContain(null);
    hold.release();
  });

  it("is rejected if it contains a database", async () => {
    const { owner, child } = await copyWhileRunning();
    await mkdir(join(copy, "postgres"));
    await writeFile(
      join(copy, "postgres", "cluster.json"),
      JSON.stringify({ home: "server", port: 5432, password: "a password of a test" }),
    );
    const refused = await holdDataDir(copy, "npm run up").catch(String);
    expect(refused).toContain("This folder was copied while running and may be damaged. Use npm run backup.");
    expect(refused).not.toMatch(new RegExp(`kill|${owner}`));
    expect([owner, child].map(processMark)).not.toContain(null);
  });

  it("recognizes a folder that was moved", async () => {
    const { owner } = await copyWhileRunning();
    await rm(copy, { recursive: true });
    await rename(dataDir, copy);
    expect(findHolder(copy)?.pid).toBe(owner);
  });
});

describe.runIf(process.platform === "linux")("a full disk", () => {
  it("does not end the process that records a child's end, and the record is written later", async () => {
    const child = await stray();
    const hold = await holdDataDir(dataDir, "npm run up");
    const draft = join(dataDir, `running.json.${process.pid}.new`);
    await symlink("/dev/full", draft);
    hold.add("worker", child);
    hold.remove(child);
    hold.add("dashboard", child);
    hold.flush();
    await rm(draft);
    hold.flush();
    const { children } = JSON.parse(await readFile(join(dataDir, "running.json"), "utf8"));
    expect(children).toMatchObject([{ name: "dashboard", pid: child }]);
    hold.release();
  });
});

describe("a process left by a killed start", () => {
  it("is ended", async () => {
    const left = await stray();
    await write({ owner: marked("npm run up", 999_999_999, "1"), children: [marked("worker", left)] });
    const hold = await holdDataDir(dataDir, "npm run up");
    expect(processMark(left)).toBeNull();
    expect(JSON.parse(await readFile(join(dataDir, "running.json"), "utf8")).children).toEqual([]);
    hold.release();
  });

  it("is not ended if its id now belongs to another process", async () => {
    const stranger = await stray();
    await write({
      owner: marked("npm run up", process.pid, "1"),
      children: [marked("worker", stranger, "another start")],
    });
    (await holdDataDir(dataDir, "npm run up")).release();
    expect(processMark(stranger)).not.toBeNull();
  });

  it("is not ended if it was recorded before a reboot", async () => {
    const stranger = await stray();
    await write({
      boot: "an earlier one",
      owner: marked("npm run up", 999_999_999, "1"),
      children: [marked("worker", stranger)],
    });
    (await holdDataDir(dataDir, "npm run up")).release();
    expect(processMark(stranger)).not.toBeNull();
  });

  it.runIf(process.platform === "linux")("is not ended if it was started for another folder", async () => {
    const other = `${dataDir}-other`;
    await mkdir(other);
    const stranger = await stray({ DATA_DIR: other });
    await write({ owner: marked("npm run up", 999_999_999, "1"), children: [marked("worker", stranger)] });
    (await holdDataDir(dataDir, "npm run up")).release();
    expect(processMark(stranger)).not.toBeNull();
    await rm(other, { recursive: true });
  });
});
