import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { findPlacement } from "@/lib/platform/postgres/data-placement";
import { findPostmaster, isAlive } from "@/lib/platform/postgres/postmaster";
import { findFreePort } from "@/lib/platform/postgres/server-port";
import { clusterFolder } from "./databases";

let parent = "";
let folder = "";

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "drayboard-gone-"));
  folder = join(parent, "data");
});
afterEach(() => rm(parent, { recursive: true, force: true }));

/** A system of PostgreSQL and one program that does not end by itself. */
const SYSTEM = `import { readSettings } from "./lib/platform/config/config.ts";
  import { runSystem } from "./scripts/up/run-system.ts";
  await runSystem({
    name: "test",
    onPort: () => "",
    readSettings: () => readSettings(process.env),
    lookEveryMs: 200,
    run: async ({ children }) => {
      const program = { name: "idle", args: ["-e", "setInterval(() => undefined, 1000)"], env: {} };
      console.log("ready", children.start(program).pid);
    },
  });`;

it.each([
  ["in the folder", 0o711],
  ["outside the folder", 0o700],
])("a deleted data folder ends supervisor, programs and PostgreSQL with its data %s", async (_, mode) => {
  await chmod(parent, mode);
  const env = {
    ...process.env,
    ...{ DATA_DIR: folder, DATABASE_URL: "", TRACKING_API_URL: "", TRACKING_DATABASE_URL: "" },
    PORT: String(await findFreePort()),
    TRACKING_SERVICE_PORT: String(await findFreePort()),
  };
  const args = ["--import", "tsx", "--input-type=module", "-e", SYSTEM];
  const supervisor = spawn(process.execPath, args, { cwd: resolve("."), env });
  const ended = once(supervisor, "exit");
  let output = "";
  for (const stream of [supervisor.stdout, supervisor.stderr])
    stream.on("data", (part) => {
      output += part;
    });
  await vi.waitFor(() => expect(output).toMatch(/ready \d+/), { timeout: 60_000, interval: 100 });
  const program = Number(/ready (\d+)/.exec(output)?.[1]);
  const placement = await findPlacement(clusterFolder(folder));
  const home = placement?.home ?? "";
  const server = (await findPostmaster(join(home, "data")))?.pid ?? 0;
  expect([isAlive(program), isAlive(server)]).toEqual([true, true]);
  await rm(folder, { recursive: true });
  expect((await ended)[0]).toBe(1);
  expect(output.split("\n").filter((line) => line.includes("is gone"))).toEqual([
    `DATA_DIR: ${folder} is gone. Everything that was started for it stops.`,
  ]);
  expect([isAlive(program), isAlive(server)]).toEqual([false, false]);
  expect(existsSync(folder)).toBe(false);
  await vi.waitFor(() => expect(existsSync(dirname(join(home, "data")))).toBe(false), { timeout: 30_000 });
});
