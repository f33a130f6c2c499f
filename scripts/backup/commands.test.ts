import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readSettings, type Settings } from "@/lib/platform/config/config";
import { openDatabase } from "@/lib/platform/database/client";
import { migrateDashboard } from "@/lib/platform/database/migrate";
import { findRestored } from "@/lib/platform/database/restored";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { removeCluster, startCluster } from "@/lib/platform/postgres/cluster";
import { createTestDatabase } from "@/lib/platform/postgres/test-database";
import { clusterFolder, DATABASES, noteRestoreBegun } from "@/scripts/up/databases";
import { findSecrets, saveSecrets } from "@/scripts/up/secrets";
import { openStore } from "@/tracking-service/store/database";
import { migrate } from "@/tracking-service/store/migrate";
import { openTestStore } from "@/tracking-service/testing/service-database";
import { backUp } from "./backup";
import { restore } from "./restore";

const PASSPHRASE = "correct horse battery staple";
const SECRETS = { nextauthSecret: "n".repeat(43), trackingApiKey: "key" };
const SETTINGS = "not of this machine: s".padEnd(40, "s");

let root = "";
let original = "";
let serial = 0;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "drayboard-commands-"));
  await chmod(root, 0o711);
  original = await newFolder();
  await saveSecrets(original, SECRETS);
  const cluster = await startCluster({ dataDir: clusterFolder(original) });
  for (const name of DATABASES) await cluster.ensureDatabase(name);
  await migrateDashboard(cluster.urlFor("drayboard"));
  const store = openStore(cluster.urlFor("tracking"));
  await migrate(store);
  await store.close();
  const { pool } = openDatabase(cluster.urlFor("drayboard"), { max: 1 });
  // Enough rows for the backup to take a while.
  await pool.query(
    `insert into installation (name, value)
     select 'filler ' || n, to_jsonb(repeat(md5(n::text), 40) || md5(random()::text)) from generate_series(1, 8000) n`,
  );
  await pool.end();
  await cluster.stop();
});
afterAll(async () => {
  for (const name of await readdir(root))
    await removeCluster(clusterFolder(join(root, name))).catch(() => undefined);
  await rm(root, { recursive: true, force: true });
});

async function newFolder(): Promise<string> {
  const folder = join(root, `data-${serial++}`);
  await mkdir(folder);
  await chmod(folder, 0o711);
  return folder;
}

interface Ended {
  code: number | null;
  output: string;
}

/** Runs a command through npm. `killAt` kills it as soon as its output matches. */
function run(
  name: string,
  args: string[],
  settings: Record<string, string>,
  killAt?: string,
): Promise<Ended> {
  const { DATABASE_URL: _, NEXTAUTH_SECRET: __, npm_lifecycle_event: ___, ...env } = process.env;
  const child = spawn(process.execPath, ["--import", "tsx", `scripts/${name}.ts`, ...args], {
    env: { ...env, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text) => {
      output += text;
      if (killAt !== undefined && output.includes(killAt)) child.kill("SIGKILL");
    });
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, output })));
}

/** Runs the same in this process, which is faster. */
async function call(
  settings: Record<string, string>,
  work: (settings: Settings, report: (line: string) => void) => Promise<void>,
) {
  const lines: string[] = [];
  const code = await work(readSettings(settings), (line) => lines.push(line)).then(
    () => 0,
    (error: Error) => {
      lines.push(error.message);
      return 1;
    },
  );
  return { code, output: lines.join("\n") };
}

const { signal } = new AbortController();
const backUpAll = (file: string, settings: Record<string, string> = {}, replace = false): Promise<Ended> =>
  call({ DATA_DIR: original, BACKUP_PASSPHRASE: PASSPHRASE, ...settings }, (read, report) =>
    backUp(file, read, { replace, withoutSecrets: false, signal }, report),
  );
const restoreTo = (folder: string, file: string, settings: Record<string, string> = {}): Promise<Ended> =>
  call({ DATA_DIR: folder, BACKUP_PASSPHRASE: PASSPHRASE, ...settings }, (read, report) =>
    restore(file, read, { withoutSecrets: false, signal }, report),
  );

async function readRestored(folder: string): Promise<unknown> {
  const cluster = await startCluster({ dataDir: clusterFolder(folder) });
  const { db, pool } = openDatabase(cluster.urlFor("drayboard"), { max: 1 });
  try {
    const { rows } = await pool.query(
      "select count(*)::int as n from installation where name like 'filler %'",
    );
    return { fillers: rows[0]?.n, restored: await findRestored(db) };
  } finally {
    await pool.end();
    await cluster.stop();
  }
}

describe("npm run backup and npm run restore", () => {
  it("move the whole installation to another folder, including keys, paused", async () => {
    const file = join(root, "whole.backup");
    const created = await backUpAll(file, { SECRETS_KEY: SETTINGS });
    expect(created).toMatchObject({ code: 0 });
    expect(created.output).toContain("Backup complete");
    expect(existsSync(join(original, "running.json"))).toBe(false);

    const wrong = await restoreTo(await newFolder(), file, { BACKUP_PASSPHRASE: "a wrong passphrase" });
    expect(wrong.code).toBe(1);
    expect(wrong.output).toContain("The passphrase is wrong");
    const without = await restoreTo(await newFolder(), file, { BACKUP_PASSPHRASE: "" });
    expect(without.output).toContain("--without-secrets");

    const folder = await newFolder();
    const restored = await restoreTo(folder, file);
    expect(restored.output).toContain("Restored and verified");
    expect(restored.code).toBe(0);
    expect(await findSecrets(folder)).toEqual({ ...SECRETS, secretsKey: SETTINGS });
    expect(existsSync(join(folder, "restore-incomplete"))).toBe(false);
    expect(await readRestored(folder)).toMatchObject({
      fillers: 8_000,
      restored: { backupAt: expect.any(String) },
    });

    const again = await restoreTo(folder, file);
    expect(again.code).toBe(1);
    expect(again.output).toContain("Nothing was changed");
  });

  it("refuse a file that was changed and given a new checksum, and one of a former format", async () => {
    const file = join(root, "changed.backup");
    expect(await backUpAll(file)).toMatchObject({ code: 0 });
    const whole = await readFile(file);
    const change = async (from: string, to: string) => {
      const content = Buffer.from(whole.subarray(0, -32).toString("latin1").replace(from, to), "latin1");
      await writeFile(file, Buffer.concat([content, createHash("sha256").update(content).digest()]));
      return restoreTo(await newFolder(), file);
    };
    const expectRefused = async (place: string, content: Buffer) => {
      await writeFile(file, Buffer.concat([content, createHash("sha256").update(content).digest()]));
      const folder = await newFolder();
      const refused = await restoreTo(folder, file);
      expect(refused, place).toMatchObject({ code: 1 });
      expect(refused.output, place).toContain("was changed after it was written");
      expect(existsSync(clusterFolder(folder)), place).toBe(false);
    };
    const changed = await change('"createdAt":"2', '"createdAt":"1');
    expect(changed).toMatchObject({ code: 1 });
    expect(changed.output).toContain("was changed after it was written");
    const places = [
      ["the header", whole.indexOf('"app":"') + 8],
      ["the rows", Math.floor(whole.length / 2)],
      ["the end of the rows", whole.length - 70],
      ["the HMAC", whole.length - 40],
    ] as const;
    for (const [place, at] of places) {
      const content = Buffer.from(whole.subarray(0, -32));
      content[at] = (content[at] ?? 0) ^ 1;
      await expectRefused(place, content);
    }
    await expectRefused(
      "a removed part",
      Buffer.concat([whole.subarray(0, -5_000), whole.subarray(-64, -32)]),
    );
    await expectRefused("an added part", Buffer.concat([whole.subarray(0, -64), whole.subarray(-128, -32)]));
    const stripped = await change(
      /"secrets":{[^}]*}/.exec(whole.toString("latin1"))?.[0] ?? "",
      '"secrets":null',
    );
    expect(stripped.output).toContain("or somebody removed it");
    const former = await change("DRAYBOARD BACKUP 2", "DRAYBOARD BACKUP 1");
    expect(former.output).toContain("has the former backup format 1");
  });

  it("report what is lost without the keys, and create new keys", async () => {
    const file = join(root, "keyless.backup");
    const created = await backUpAll(file, { BACKUP_PASSPHRASE: "" });
    expect(created.output).toContain("everybody signs in again");
    expect(created.output).toContain("two-factor codes no longer work");
    const folder = await newFolder();
    const doubtful = await restoreTo(folder, file);
    expect(doubtful).toMatchObject({ code: 1 });
    expect(doubtful.output).toContain(
      "BACKUP_PASSPHRASE is set, but this backup was written without a passphrase",
    );
    const restored = await restoreTo(folder, file, { BACKUP_PASSPHRASE: "" });
    expect(restored).toMatchObject({ code: 0 });
    expect(restored.output).toContain("not checked against a passphrase");
    expect(await findSecrets(folder)).toBeNull();
  });

  it("leave no file under the name when the backup is killed, and never replace a file without the option", async () => {
    const file = join(root, "killed.backup");
    const killed = await run("backup", [file], { DATA_DIR: original }, "Copying the dashboard database");
    expect(killed.code).not.toBe(0);
    expect(existsSync(file)).toBe(false);

    await writeFile(file, "something else");
    const refused = await backUpAll(file);
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.output).toContain("exists already");
    expect(await readFile(file, "utf8")).toBe("something else");
    expect(await backUpAll(file, {}, true)).toMatchObject({ code: 0 });
    expect((await readFile(file)).subarray(0, 18).toString()).toBe("DRAYBOARD BACKUP 2");
  });

  it("leave a folder that cannot be started when the restore is killed, and can restore into it again", async () => {
    const file = join(root, "again.backup");
    expect(await backUpAll(file)).toMatchObject({ code: 0 });
    const folder = await newFolder();
    await run(
      "restore",
      [file],
      { DATA_DIR: folder, BACKUP_PASSPHRASE: PASSPHRASE },
      "Restoring the tracking database",
    );
    const up = await run("up", [], { DATA_DIR: folder });
    expect(up).toMatchObject({ code: 1 });
    expect(up.output).toContain("did not finish");
    expect(await backUpAll(join(root, "of-half.backup"), { DATA_DIR: folder })).toMatchObject({ code: 1 });
    // The state that a kill between the two commits would leave.
    noteRestoreBegun(folder);
    const restored = await restoreTo(folder, file);
    expect(restored).toMatchObject({ code: 0 });
    expect(await readRestored(folder)).toMatchObject({ fillers: 8_000 });
  });

  it("include the tracking service's database where our own service is started separately", async () => {
    const system = await openTestDashboard();
    const store = await openTestStore();
    const targets = { dashboard: await createTestDatabase(), tracking: await createTestDatabase() };
    await store.pool.query(
      "insert into accounts (id, name, seeded) values (gen_random_uuid(), 'Importer', true)",
    );
    const service = { TRACKING_API_URL: "http://127.0.0.1:4010/v2", TRACKING_API_KEY: "key" };
    const own = { DATABASE_URL: system.url, TRACKING_DATABASE_URL: store.url };
    const folder = await newFolder();
    const file = join(root, "separate.backup");

    const foreign = await backUpAll(file, { DATA_DIR: folder, ...service, ...own });
    expect(foreign).toMatchObject({ code: 0, output: expect.not.stringContaining("tracking database") });
    expect(foreign.output).toContain("set TRACKING_SERVICE_EMBEDDED=true and TRACKING_DATABASE_URL");

    const embedded = { ...service, TRACKING_SERVICE_EMBEDDED: "true" };
    const created = await backUpAll(file, { DATA_DIR: folder, ...embedded, ...own }, true);
    expect(created).toMatchObject({ code: 0, output: expect.stringContaining("tracking database") });
    expect(created.output).not.toContain("TRACKING_API_URL");

    const wrong = { TRACKING_DATABASE_URL: "postgresql://me@127.0.0.1:1/none" };
    const refused = await backUpAll(file, { DATA_DIR: folder, ...embedded, ...own, ...wrong }, true);
    expect(refused.code).toBe(1);
    expect(refused.output).toMatch(
      /^TRACKING_DATABASE_URL: the database cannot be opened \(.*\)\. Check that .*$/m,
    );
    expect(refused.output).not.toContain(" at ");

    const restored = await restoreTo(await newFolder(), file, {
      ...embedded,
      DATABASE_URL: targets.dashboard.url,
      TRACKING_DATABASE_URL: targets.tracking.url,
    });
    expect(restored).toMatchObject({ code: 0, output: expect.not.stringContaining("TRACKING_API_URL") });
    const copy = openStore(targets.tracking.url);
    expect((await copy.pool.query("select name from accounts")).rows).toEqual([{ name: "Importer" }]);
    await copy.close();
    await Promise.all([store.close(), system.close()]);
    await Promise.all([targets.dashboard.drop(), targets.tracking.drop()]);
  });

  it("reject missing and unknown arguments with instructions", async () => {
    const empty = await newFolder();
    const nothing = await backUpAll(join(root, "none.backup"), { DATA_DIR: empty });
    expect(nothing.output).toContain("nothing to back up");
    expect((await restoreTo(empty, join(root, "absent"))).output).toContain("cannot be read (ENOENT)");
    await writeFile(join(root, "note.txt"), "a note\nand more\n");
    expect((await restoreTo(empty, join(root, "note.txt"))).output).toContain("not a backup of Drayboard");
    expect((await run("backup", [], {})).output).toContain("Usage: npm run backup");
    expect((await run("up", ["--takeover"], { DATA_DIR: empty })).output).toContain("--take-over");
    expect(await readdir(empty)).toEqual([]);
  });
});
