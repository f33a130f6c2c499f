import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { watchFolder } from "./folder-watch";

let parent = "";
let folder = "";

beforeEach(async () => {
  vi.useFakeTimers();
  parent = await mkdtemp(join(tmpdir(), "drayboard-watch-"));
  folder = join(parent, "data");
  await mkdir(folder);
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(parent, { recursive: true, force: true });
});

describe("a watched folder", () => {
  function watched() {
    const gone = vi.fn();
    const watch = watchFolder(folder, gone);
    if (watch === null) throw new Error("the folder is not watched");
    return { watch, gone };
  }

  it("is gone within 60 seconds after it was deleted, reported once", async () => {
    const { watch, gone } = watched();
    vi.advanceTimersByTime(600_000);
    expect([gone.mock.calls.length, watch.isDeleted()]).toEqual([0, false]);
    await rm(folder, { recursive: true });
    vi.advanceTimersByTime(60_000);
    expect([gone.mock.calls.length, watch.isGone(), watch.isDeleted()]).toEqual([1, true, true]);
    vi.advanceTimersByTime(600_000);
    expect(gone).toHaveBeenCalledTimes(1);
    watch.stop();
  });

  it("is gone when another one is at its path, and when it was moved, which is no deletion", async () => {
    const { watch, gone } = watched();
    await rename(folder, join(parent, "elsewhere"));
    await mkdir(folder);
    vi.advanceTimersByTime(60_000);
    expect([gone.mock.calls.length, watch.isGone(), watch.isDeleted()]).toEqual([1, true, false]);
    watch.stop();
  });

  it("may be absent for a moment", async () => {
    const { watch, gone } = watched();
    for (let times = 0; times < 5; times += 1) {
      await rename(folder, join(parent, "elsewhere"));
      vi.advanceTimersByTime(15_000);
      await rename(join(parent, "elsewhere"), folder);
      vi.advanceTimersByTime(15_000);
    }
    expect(gone).not.toHaveBeenCalled();
    watch.stop();
  });

  it("must exist", () => {
    expect(watchFolder(join(parent, "none"), () => undefined)).toBeNull();
  });
});

it("a program ends like on a stop request when its folder is gone, with one line", async () => {
  vi.useRealTimers();
  const script = `import { endWithFolder } from "./lib/platform/postgres/folder-watch.ts";
    process.once("SIGTERM", () => { console.log("stopped"); process.exit(0); });
    endWithFolder(process.argv[1], (line) => console.log(line), 20);
    setInterval(() => undefined, 1_000);
    console.log("started");`;
  const program = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script, folder]);
  let output = "";
  program.stdout.on("data", (part) => {
    output += part;
  });
  await vi.waitFor(() => expect(output).toContain("started"), 30_000);
  await rm(folder, { recursive: true });
  const [code] = await once(program, "exit");
  expect(code).toBe(0);
  expect(output.trim().split("\n")).toEqual([
    "started",
    `DATA_DIR: ${folder} is gone. Everything that was started for it stops.`,
    "stopped",
  ]);
});
