import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { findPlacement } from "@/lib/platform/postgres/data-placement";

const RECORD = z.object({ children: z.array(z.object({ name: z.string(), pid: z.number() })) });
const POSTMASTER = z.tuple([z.coerce.number().int().positive()]).rest(z.string());

export type Program = { name: string; pid: number };

/** The running programs of `up`, from its run record, with PostgreSQL. */
export async function listPrograms(dataDir: string): Promise<Program[]> {
  const record = RECORD.parse(JSON.parse(await readFile(join(dataDir, "running.json"), "utf8")));
  const placement = await findPlacement(join(dataDir, "postgres"));
  // With DATABASE_URL the server is not part of the system.
  if (placement === null) return record.children;
  const lines = await readFile(join(placement.home, "data", "postmaster.pid"), "utf8");
  const [postmaster] = POSTMASTER.parse(lines.split("\n"));
  return [...record.children, { name: "postgres", pid: postmaster }];
}

export async function requireProgram(dataDir: string, name: string): Promise<Program> {
  const found = (await listPrograms(dataDir)).find((program) => program.name === name);
  if (!found) throw new Error(`No ${name} is running.`);
  return found;
}

/** Whether a process or any process in its group still exists. */
export function isAlive(pid: number): boolean {
  return [pid, -pid].some((target) => {
    try {
      return process.kill(target, 0);
    } catch {
      return false;
    }
  });
}

/**
 * Kills a program, and again after each restart by `up`, until `done` settles. This simulates an outage of that length.
 */
export async function keepDown<T>(dataDir: string, name: string, done: () => Promise<T>): Promise<T> {
  let over = false;
  const down = async () => {
    const started = (await listPrograms(dataDir)).find((program) => program.name === name);
    if (started && isAlive(started.pid)) process.kill(started.pid, "SIGKILL");
  };
  const again = async () => {
    while (!over) {
      await pause(50);
      await down();
    }
  };
  await down();
  const stored = again();
  // An error is thrown at the end at the latest, when this promise is awaited.
  stored.catch(() => {});
  try {
    return await done();
  } finally {
    over = true;
    await stored;
  }
}
