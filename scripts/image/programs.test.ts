import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDatabase } from "@/lib/platform/database/client";
import { findRestored, noteRestored } from "@/lib/platform/database/restored";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/postgres/test-database";
import { openStore } from "@/tracking-service/store/database";
import { migrate } from "@/tracking-service/store/migrate";
import { isRestored, noteRestored as noteServiceRestored } from "@/tracking-service/store/restored";
import { bundlePrograms } from "./assemble";

let folder = "";
let database: TestDatabase;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "drayboard-programs-"));
  database = await createTestDatabase();
  await bundlePrograms(join(folder, "assembled"));
  // The programs run where they were not assembled.
  await cp(join(folder, "assembled"), join(folder, "moved"), { recursive: true });
  await rm(join(folder, "assembled"), { recursive: true });
  // The dashboard's part of an image contains this package.
  await symlink(resolve("node_modules", "sharp"), join(folder, "moved", "node_modules", "sharp"));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Runs a program with only these environment variables. Returns its exit code and output. */
async function start(program: string[], env: Record<string, string> = {}) {
  const args = [join("programs", program[0] ?? ""), ...program.slice(1)];
  const settings: NodeJS.ProcessEnv = { NODE_ENV: "production", ...env };
  const running = promisify(execFile)(process.execPath, args, {
    cwd: join(folder, "moved"),
    env: settings,
    maxBuffer: 16_000_000,
  });
  running.child.stdin?.end();
  return running.then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    (error: { code: number; stderr: string }) => ({ code: error.code, output: error.stderr }),
  );
}

it("migrates the database of an image and creates the first user once", async () => {
  const env = { DATABASE_URL: database.url, DRAYBOARD_ADMIN_EMAIL: "ops@example.com" };
  const first = await start(["prepare.mjs"], env);
  expect(first).toEqual({
    code: 0,
    output: expect.stringMatching(/^Sign in as ops@example.com with the password /),
  });
  const again = await start(["prepare.mjs"], env);
  expect(again).toEqual({
    code: 0,
    output: expect.stringMatching(
      /^Sign in with your email and password\. Password lost: node programs\/start\.mjs user reset ops@example\.com$/m,
    ),
  });
});

it("ends the pause of a restored installation, in the tracking service's database too", async () => {
  const tracking = await createTestDatabase();
  const store = openStore(tracking.url);
  const { db, pool } = openDatabase(database.url, { max: 1 });
  const paused = async () => [await findRestored(db), await isRestored(store.db)];
  const at = { backupAt: new Date("2026-11-20T10:00:00Z"), restoredAt: new Date("2026-11-20T11:00:00Z") };
  try {
    await migrate(store);
    await noteRestored(db, { backupAt: at.backupAt.toISOString(), restoredAt: at.restoredAt.toISOString() });
    await noteServiceRestored(store.db, at);
    const env = {
      ...{ DATABASE_URL: database.url, TRACKING_SERVICE_EMBEDDED: "true" },
      ...{ TRACKING_API_URL: "http://127.0.0.1:4010/v2", TRACKING_API_KEY: "key" },
    };
    const without = await start(["prepare.mjs", "--take-over"], env);
    expect(without).toEqual({
      code: 1,
      output: expect.stringContaining("TRACKING_DATABASE_URL is not set."),
    });
    expect(await paused()).toEqual([expect.anything(), true]);
    const taken = await start(["prepare.mjs", "--take-over"], {
      ...env,
      TRACKING_DATABASE_URL: tracking.url,
    });
    expect(taken).toEqual({ code: 0, output: expect.stringContaining("The pause") });
    expect(await paused()).toEqual([null, false]);
  } finally {
    await pool.end();
    await store.close();
    await tracking.drop();
  }
});

it("waits until another process has migrated the database", async () => {
  const other = await createTestDatabase();
  try {
    const env = { DATABASE_URL: other.url, DRAYBOARD_ADMIN_EMAIL: "ops@example.com" };
    const waiting = spawn(process.execPath, [join("programs", "prepare.mjs"), "--wait"], {
      cwd: join(folder, "moved"),
      env: { NODE_ENV: "production", ...env },
    });
    const ended = once(waiting, "exit");
    const [line] = await once(waiting.stdout, "data");
    expect(String(line)).toBe("Waiting for the program prepare to migrate the database.\n");
    expect(waiting.exitCode).toBeNull();
    expect((await start(["prepare.mjs"], env)).code).toBe(0);
    expect(await ended).toEqual([0, null]);
    // Nothing to wait for.
    expect(await start(["prepare.mjs", "--wait"], env)).toEqual({ code: 0, output: "" });
    expect((await start(["prepare.mjs", "--never"], env)).code).toBe(1);
  } finally {
    await other.drop();
  }
});

it("names the programs, and refuses a start without a database or with an invalid setting", async () => {
  expect(await start(["start.mjs", "wheels"])).toEqual({
    code: 1,
    output: "Usage: dashboard | worker | tracking-service | prepare | user | audit | health [arguments]\n",
  });
  expect(await start(["prepare.mjs"])).toEqual({ code: 1, output: "DATABASE_URL is not set.\n" });
  expect(await start(["start.mjs", "dashboard"], { PORT: "x" })).toMatchObject({
    code: 1,
    output: expect.stringContaining("PORT: expected a whole number"),
  });
  expect(await start(["start.mjs", "worker"], { DATABASE_URL: database.url })).toEqual({
    code: 1,
    output: "Set TRACKING_API_URL, TRACKING_API_KEY, NEXTAUTH_SECRET for the program worker.\n",
  });
});

it("names the setting of a database that cannot be opened", async () => {
  const wrong = new URL(database.url);
  wrong.pathname = "/none";
  const absent = await start(["prepare.mjs"], { DATABASE_URL: wrong.href });
  expect(absent).toEqual({
    code: 1,
    output: expect.stringMatching(
      /^DATABASE_URL: the database cannot be opened \(.*"none".*\)\. Check that /,
    ),
  });
  const away = await start(["prepare.mjs"], { DATABASE_URL: "postgresql://me@127.0.0.1:1/none" });
  expect(away.output).toMatch(/^DATABASE_URL: the database cannot be opened \(.*ECONNREFUSED/);
});

it("runs commands of the tracking service without the dashboard's settings", async () => {
  const other = await createTestDatabase();
  try {
    // The key of TRACKING_API_URL is what the command makes.
    const env = { TRACKING_API_URL: "http://127.0.0.1:4010/v2", TRACKING_DATABASE_URL: other.url };
    const create = ["start.mjs", "tracking-service", "keys", "create", "--account", "dashboard"];
    expect(await start(create, env)).toEqual({ code: 0, output: expect.stringMatching(/^[\w-]{32}\n$/) });
    const wrong = await start(create, { ...env, TRACKING_SERVICE_HEAP_MB: "x" });
    expect(wrong.output).toContain("TRACKING_SERVICE_HEAP_MB: expected a whole number");
  } finally {
    await other.drop();
  }
});

it("is not healthy while no dashboard answers", async () => {
  expect((await start(["health.mjs"], { PORT: "1" })).code).toBe(1);
  expect((await start(["health.mjs", "worker"], { WORKER_METRICS_PORT: "1" })).code).toBe(1);
  expect(await start(["health.mjs", "tracking-service"], { TRACKING_SERVICE_PORT: "1" })).toEqual({
    code: 1,
    output: expect.stringContaining("fetch failed"),
  });
  expect(await start(["health.mjs", "worker"])).toEqual({
    code: 1,
    output: "Set WORKER_METRICS_PORT: the worker answers there.\n",
  });
});

it("contains the interface description and the reader of PDFs", async () => {
  const { code, output } = await start(["tracking-service.mjs", "openapi"]);
  expect(code).toBe(0);
  expect(JSON.parse(output)).toHaveProperty("openapi");
  // Without input nothing can be read.
  expect((await start(["../tracking-service/documents/pdf-text.mjs"])).code).toBe(2);
});
