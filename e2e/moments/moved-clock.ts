import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { unpackPackages } from "@/e2e/system/debian-packages";
import { isAlive } from "@/e2e/system/programs";

const MACHINE = process.arch === "arm64" ? "aarch64" : "x86_64";
const LIBRARY = join("usr", "lib", `${MACHINE}-linux-gnu`, "faketime", "libfaketimeMT.so.1");
const FOLDER = resolve(".cache", "libfaketime");
const SHARED_MEMORY = "/dev/shm";

async function findLibrary(): Promise<string> {
  const installed = join("/", LIBRARY);
  if (existsSync(installed)) return installed;
  const unpacked = join(FOLDER, LIBRARY);
  if (!existsSync(unpacked)) await unpackPackages(FOLDER, "libfaketime");
  return unpacked;
}

/**
 * The environment in which every program sees the clock that much later: Node, PostgreSQL and the browser. Timers and
 * durations are as they were.
 */
export async function movedClock(byMs: number): Promise<Record<string, string>> {
  const seconds = Math.round(byMs / 1_000);
  return {
    LD_PRELOAD: await findLibrary(),
    FAKETIME: seconds < 0 ? String(seconds) : `+${seconds}`,
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
    // Otherwise each wait of a thread that has a limit ends at once, and the browser is busy all the time.
    FAKETIME_FORCE_MONOTONIC_FIX: "0",
    NODE_OPTIONS: `--import=${pathToFileURL(resolve("e2e/moments/keep-clock.mjs"))}`,
  };
}

/** Removes the shared memory of programs that were killed: libfaketime has some for each, with its process id. */
export async function removeSharedMemory(): Promise<void> {
  for (const name of await readdir(SHARED_MEMORY)) {
    const [, pid] = /^(?:faketime_shm|sem\.faketime_sem)_(\d+)$/.exec(name) ?? [];
    if (pid && !isAlive(Number(pid))) await rm(join(SHARED_MEMORY, name), { force: true });
  }
}
