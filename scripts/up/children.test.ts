import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Child, Children, Program } from "./child";
import { createChildren } from "./children";
import { processMark } from "./process-mark";
import { superviseProgram } from "./supervise";

let logs = "";
let children: Children;
let known: string[] = [];

beforeEach(async () => {
  logs = await mkdtemp(join(tmpdir(), "drayboard-children-"));
  known = [];
  children = createChildren(logs, {
    add: (name, pid) => known.push(`+${name} ${pid}`),
    remove: (pid) => known.push(`-${pid}`),
  });
});
afterEach(async () => {
  await children.stopAll(0);
  await rm(logs, { recursive: true, force: true });
});

const program = (code: string): Program => ({ name: "program", args: ["-e", code], env: process.env });

/** Waits for the process ids that a program prints, one per line. */
async function pidsOf(child: Child, count: number): Promise<number[]> {
  for (;;) {
    const lines = (await readFile(child.logFile, "utf8")).trim().split("\n").filter(Boolean);
    if (lines.length >= count) return lines.map(Number);
    await pause(20);
  }
}

/** A killed process disappears only after the system has processed the signal. */
const GONE = { timeout: 60_000, interval: 10 };
const DISCONNECTED = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);";

it("passes a program's output on by line, and writes it to its log", async () => {
  const shown: string[] = [];
  const showing = createChildren(logs, { add: () => undefined, remove: () => undefined }, (name, line) =>
    shown.push(`${name}: ${line}`),
  );
  const child = showing.start(
    program("process.stdout.write('one\\ntw'); setTimeout(() => console.error('o'), 50)"),
  );
  expect(await child.exited).toBe("exit code 0");
  expect(shown.toSorted()).toEqual(["program: o", "program: one", "program: tw"]);
  expect(await readFile(child.logFile, "utf8")).toBe("one\ntwo\n");
  expect(child.tail()).toContain("two");
});

describe("stopping programs", () => {
  it("lets a program end by itself on SIGTERM", async () => {
    const child = children.start(
      program(
        "process.on('SIGTERM', () => process.exit(7)); setInterval(() => {}, 1000); console.log(process.pid)",
      ),
    );
    await pidsOf(child, 1);
    await children.stopAll(5_000);
    expect(await child.exited).toBe("exit code 7");
  });

  it("kills a program and its grandchildren after the grace period when they ignore SIGTERM", async () => {
    const child = children.start(
      program(`console.log(process.pid);
        require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(`console.log(process.pid); ${DISCONNECTED}`)}],
          { stdio: "inherit" });
        ${DISCONNECTED}`),
    );
    const pids = await pidsOf(child, 2);
    const started = Date.now();
    await children.stopAll(300);
    // They have ended when the stop ends.
    expect(pids.map(processMark)).toEqual([null, null]);
    await child.exited;
    expect(Date.now() - started).toBeLessThan(3_000);
  });

  it("ends the child processes of a program that crashed", async () => {
    const child = children.start(
      program(`require("node:child_process").spawn(process.execPath, ["-e", "console.log(process.pid); setInterval(() => {}, 1000)"],
        { stdio: "inherit" }); setInterval(() => {}, 1000)`),
    );
    const [grandchild = 0] = await pidsOf(child, 1);
    process.kill(child.pid, "SIGKILL");
    expect(await child.exited).toBe("SIGKILL");
    await vi.waitFor(() => expect(processMark(grandchild)).toBeNull(), GONE);
    expect(known).toEqual([`+program ${child.pid}`, `-${child.pid}`]);
  });
});

describe("running programs", () => {
  it("reports why a program failed, with its last output", async () => {
    const failing = children.run(program("console.error('no such thing'); process.exit(3)"), "Building");
    await expect(failing).rejects.toThrow(/Building failed \(exit code 3\)[\s\S]*no such thing/);
  });

  it("reports a program that cannot be started as a failure", async () => {
    await expect(children.run({ ...program(""), args: ["/nowhere.js"] }, "Building")).rejects.toThrow(
      /failed/,
    );
  });

  it("creates a log that only its owner can read", async () => {
    await children.run(program(""), "Building");
    expect((await stat(join(logs, "program.log"))).mode & 0o077).toBe(0);
  });
});

describe("supervision", () => {
  it("restarts a program with increasing delays until it is stopped", async () => {
    const waits: number[] = [];
    const reported: string[] = [];
    const code = program("console.log('out of luck'); process.exit(1)");
    await superviseProgram({
      children,
      program: code,
      first: children.start(code),
      stopping: () => waits.length === 7,
      report: (line) => reported.push(line),
      wait: async (ms) => waits.push(ms),
    });
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    expect(reported.slice(0, 2).join("\n")).toMatch(
      /The program ended \(exit code 1\)[\s\S]*out of luck[\s\S]*program\.log/,
    );
    expect(reported[2]).toBe("The program was started again.");
  });
});
