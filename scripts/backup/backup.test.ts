import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { openThrottle } from "@/lib/auth/throttling/throttle";
import { containerRecord, notificationBody, shipmentRecord } from "@/lib/contract/fixtures";
import { moveWebhookArchive, tidyWebhookArchive } from "@/lib/ingest/archive";
import { type Arrival, readArrival } from "@/lib/ingest/delivery";
import { insertArrivals } from "@/lib/ingest/inbox";
import { processWaiting } from "@/lib/ingest/process";
import { openDatabase } from "@/lib/platform/database/client";
import { migrateDashboard } from "@/lib/platform/database/migrate";
import { findRestored } from "@/lib/platform/database/restored";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/postgres/test-database";
import { findPause, takeOver } from "@/scripts/up/take-over";
import { openStore, type Store } from "@/tracking-service/store/database";
import { isRestored } from "@/tracking-service/store/restored";
import { openTestStore } from "@/tracking-service/testing/service-database";
import { type BackupSource, writeBackup } from "./backup";
import { listTables } from "./catalog";
import { type BackupHeader, entryFrame, openBackupFile, rowFrames, writeBackupFile } from "./file-format";
import { restoreDatabases } from "./restore";
import { openSecrets, type Sealed, sealSecrets } from "./secrets";
import { compareDatabases, holdSnapshot } from "./test-compare";

type Dashboard = Awaited<ReturnType<typeof openTestDashboard>>;

const silent = () => undefined;
const SECRETS = {
  nextauthSecret: "n".repeat(43),
  secretsKey: "s".repeat(40),
  trackingApiKey: "key-of-the-account",
};

/** One row with everything that a text format can lose: signs, precision, order, nulls. */
const ODD = String.raw`
  create table odd (id uuid primary key, raw bytea, price numeric, exact numeric(12, 4), doc jsonb, plain json, at timestamptz,
    local timestamp(3), days date[], names text[], ratio double precision, small real, long interval, "Odd ""name" text,
    large bigint, flag boolean, deep integer[][], code varchar(10) not null);
  insert into odd values
    ('00000000-0000-4000-8000-000000000001', '\x00ff0a5c0d'::bytea, 12345678901234567890.000000000000000001, 0.1000,
     '{"b": 1.10, "a": [null, "\u00e9\n"]}', '{"b":1.10,  "a":"kept as it is"}', '2026-11-01 06:59:59.123456+00',
     '2026-03-08 02:30:00.125', '{2026-02-28,NULL}', array['a,b', 'quote"', 'back\slash', null, 'NULL', ''], 0.1::float8 + 0.2,
     1e-37, '1 year 2 mons -3 days 04:05:06.789', E'tab\t line\n return\r back\\slash \\. \\N ünïcödé 🚢', 9223372036854775807,
     true, '{{1,2},{3,NULL}}', 'x'),
    ('00000000-0000-4000-8000-000000000002', '', 'NaN', null, 'null', 'null', '-infinity', null, '{}', '{}', 'Infinity', 'NaN',
     null, '', -1, null, null, ''),
    ('00000000-0000-4000-8000-000000000003', null, null, null, null, null, null, null, null, null, null, null, null, null, null,
     null, null, 'y')`;

let folder = "";
let file = "";
let system: Dashboard;
let store: Store;
let targets: { dashboard: TestDatabase; tracking: TestDatabase };

beforeAll(async () => {
  system = await openTestDashboard();
  store = await openTestStore();
  await fill();
});
afterAll(async () => {
  await store.close();
  await system.close();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "drayboard-backup-"));
  file = join(folder, "all.backup");
  targets = { dashboard: await createTestDatabase(), tracking: await createTestDatabase() };
});
afterEach(async () => {
  await targets.dashboard.drop();
  await targets.tracking.drop();
  await rm(folder, { recursive: true, force: true });
});

/** The nth notification, for 200 containers in turn. */
function arrival(n: number): Arrival {
  const included = [containerRecord(`c-${n % 200}`, { seal_number: `seal ${n}` }), shipmentRecord("s-1")];
  const body = notificationBody({ id: `n-${n}`, createdAt: new Date().toISOString(), included });
  return readArrival(Buffer.from(body), new Headers());
}

/** Inserts rows of every kind: unusual values, the append-only audit log, tables created at run time, sequences. */
async function fill(): Promise<void> {
  await system.pool.query(ODD);
  await openThrottle(system.pool).admit("person@example.com", "192.0.2.1");
  await tidyWebhookArchive(system.db, 400);
  await insertArrivals(system.pool, [arrival(0)]);
  while (await processWaiting(system.db));
  while (await moveWebhookArchive(system.db));
  await system.pool.query("insert into audit_entries (actor, action) values ('a person', 'did something')");
  await store.pool.query(
    "insert into accounts (id, name, seeded) values (gen_random_uuid(), 'Account', true)",
  );
}

const source = (exported: { dashboard?: string; tracking?: string } = {}): BackupSource => ({
  databases: [
    { name: "dashboard", url: system.url, exported: exported.dashboard },
    { name: "tracking", url: store.url, exported: exported.tracking },
  ],
  trackingApiUrl: null,
});

async function backUp(sealed: Sealed | null = null): Promise<void> {
  await writeBackup(file, source(), { sealed, replace: false }, silent);
}

async function headerOf(): Promise<{ header: BackupHeader }> {
  await backUp();
  const { header } = await openBackupFile(file);
  await rm(file);
  return { header };
}

const urls = () => ({ dashboard: targets.dashboard.url, tracking: targets.tracking.url });
const restoreAll = async () => restoreDatabases(await openBackupFile(file), urls(), silent);

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query("set timezone = 'UTC'; set extra_float_digits = 3");
  return client;
}

async function tablesIn(url: string): Promise<number> {
  const client = await connect(url);
  const tables = await listTables(client);
  await client.end();
  return tables.length;
}

/** Expects both targets to equal the databases as these connections see them. */
async function expectSame(before: { dashboard: Client; tracking: Client }): Promise<void> {
  for (const name of ["dashboard", "tracking"] as const) {
    const after = await connect(targets[name].url);
    const compared = await compareDatabases(before[name], after);
    expect(compared.differences).toEqual([]);
    expect(compared.fields).toBeGreaterThan(0);
    await after.end();
  }
}

describe("a restored backup", () => {
  it("equals the databases field by field, including data created while they ran", async () => {
    await backUp();
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await restoreAll();
    const [dashboard, tracking] = [await holdSnapshot(system.url), await holdSnapshot(store.url)];
    await expectSame({ dashboard: dashboard.client, tracking: tracking.client });
    await dashboard.client.end();
    await tracking.client.end();
  });

  it("equals the snapshot field by field while 250 notifications a second arrive and are applied", async () => {
    const leave = new AbortController();
    const { signal } = leave;
    let sent = 0;
    const arrive = async () => {
      const begun = performance.now();
      while (!signal.aborted) {
        const due = Math.floor(((performance.now() - begun) * 250) / 1_000);
        // As in the route: requests that arrive during a commit share the next one.
        const batch = Array.from({ length: Math.min(due - sent, 64) }, () => arrival(++sent));
        if (batch.length > 0) await insertArrivals(system.pool, batch);
        await pause(4);
      }
    };
    const apply = async () => {
      while (!signal.aborted) {
        const more = (await processWaiting(system.db)) || (await moveWebhookArchive(system.db));
        if (!more) await pause(5);
      }
    };
    const load = Promise.all([arrive(), apply()]);
    load.catch(() => undefined);
    await pause(1_000);
    const [dashboard, tracking] = [await holdSnapshot(system.url), await holdSnapshot(store.url)];
    try {
      const before = sent;
      const exported = { dashboard: dashboard.exported, tracking: tracking.exported };
      await writeBackup(file, source(exported), { sealed: null, replace: false }, silent);
      expect(sent).toBeGreaterThan(before);
      leave.abort();
      await load;
      await restoreAll();
      await expectSame({ dashboard: dashboard.client, tracking: tracking.client });
    } finally {
      leave.abort();
      await dashboard.client.end();
      await tracking.client.end();
    }
  });

  it("continues the sequences and still rejects a changed audit log and an orphan row", async () => {
    await backUp();
    await restoreAll();
    const client = await connect(targets.dashboard.url);
    await client.query("insert into audit_entries (actor, action) values ('a person', 'did more')");
    const { rows } = await client.query("select count(distinct id)::int as ids from audit_entries");
    expect(rows[0]?.ids).toBe(2);
    await expect(client.query("delete from audit_entries")).rejects.toThrow();
    await expect(
      client.query(
        "insert into sessions (id, user_id, expires_at) values (gen_random_uuid(), gen_random_uuid(), now())",
      ),
    ).rejects.toThrow();
    const keys = "select count(*)::int as n from pg_constraint where contype = 'f'";
    const before = (await system.pool.query(keys)).rows[0]?.n;
    expect((await client.query(keys)).rows[0]?.n).toBe(before);
    await client.end();
    await migrateDashboard(targets.dashboard.url);
  });

  it("needs no superuser, only ownership of the empty databases", async () => {
    const role = `owner_${randomBytes(4).toString("hex")}`;
    const owned = (url: string) =>
      Object.assign(new URL(url), { username: role, password: "of a test" }).toString();
    const client = await connect(inject("testClusterUrl"));
    await client.query(`create role ${role} login password 'of a test'`);
    for (const { url } of Object.values(targets))
      await client.query(`alter database ${new URL(url).pathname.slice(1)} owner to ${role}`);
    await backUp();
    const backup = await openBackupFile(file);
    await restoreDatabases(
      backup,
      { dashboard: owned(targets.dashboard.url), tracking: owned(targets.tracking.url) },
      silent,
    );
    expect(await tablesIn(targets.dashboard.url)).toBe(await tablesIn(system.url));
    for (const target of Object.values(targets)) await target.drop();
    await client.query(`drop role ${role}`);
    await client.end();
  });

  it("is paused in both databases until takeover", async () => {
    await backUp();
    await restoreAll();
    const { header } = await openBackupFile(file);
    const opened = openDatabase(targets.dashboard.url, { max: 1 });
    const service = openStore(targets.tracking.url);
    expect(await findRestored(opened.db)).toMatchObject({ backupAt: header.createdAt });
    expect(await isRestored(service.db)).toBe(true);
    const databases = {
      dashboardUrl: targets.dashboard.url,
      trackingUrl: targets.tracking.url,
      cluster: null,
    };
    expect(await findPause(databases)).not.toBeNull();
    await takeOver(databases);
    expect(await findPause(databases)).toBeNull();
    expect(await isRestored(service.db)).toBe(false);
    await opened.pool.end();
    await service.close();
  });

  it("does not contain live feed positions of the other server", async () => {
    await system.pool.query(
      "insert into live_changes (xid, oldest_open, change) values (9000000, 9000000, '{}')",
    );
    await backUp();
    await restoreAll();
    const client = await connect(targets.dashboard.url);
    expect((await client.query("select from live_changes")).rowCount).toBe(0);
    await client.end();
    await system.pool.query("truncate live_changes");
  });
});

describe("a restore", () => {
  beforeEach(() => backUp());

  it("rejects a file cut at any length and writes nothing", async () => {
    const { size } = await stat(file);
    for (const length of [0, 5, 400, Math.floor(size / 2), size - 32, size - 1]) {
      await truncate(file, length);
      await expect(restoreAll()).rejects.toThrow(/incomplete or was altered|not a backup of Drayboard/);
      await rm(file);
      await backUp();
    }
    expect(await tablesIn(targets.dashboard.url)).toBe(0);
  });

  it("rejects a file with one changed bit at any position", async () => {
    const whole = await readFile(file);
    for (const at of [20, 60, Math.floor(whole.length / 2), whole.length - 40, whole.length - 1]) {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ 1;
      await writeFile(file, changed);
      await expect(restoreAll()).rejects.toThrow(/altered|not a backup/);
    }
    expect(await tablesIn(targets.dashboard.url)).toBe(0);
  });

  it("rejects a target that is not empty", async () => {
    const client = await connect(targets.tracking.url);
    await client.query("create table mine (n int)");
    await client.end();
    await expect(restoreAll()).rejects.toThrow("holds data already");
    expect(await tablesIn(targets.dashboard.url)).toBe(0);
    expect(await tablesIn(targets.tracking.url)).toBe(1);
  });

  it("rejects a newer backup and shows both versions", async () => {
    const backup = await openBackupFile(file);
    const [dashboard, ...others] = backup.header.databases;
    const migrations = [...(dashboard?.migrations ?? []), "0999_of_tomorrow"];
    const header = {
      ...backup.header,
      app: "9.9.9",
      databases: [{ name: "dashboard" as const, migrations }, ...others],
    };
    await expect(restoreDatabases({ ...backup, header }, urls(), silent)).rejects.toThrow(
      /newer .* 9\.9\.9 with the migration 0999_of_tomorrow .* this is 0\.1\.0/s,
    );
    expect(await tablesIn(targets.dashboard.url)).toBe(0);
  });

  it("writes nothing if a loaded table differs from the backup", async () => {
    await rm(file);
    const { header } = await headerOf();
    const table = {
      schema: "public",
      name: "differing",
      columns: [{ name: "n", type: "integer", notNull: false }],
    };
    await writeBackupFile(file, { replace: false, fileKey: null }, header, async function* () {
      const tables = [{ ...table, primaryKey: [], partitionOf: null }];
      yield entryFrame({ kind: "database", name: "dashboard", tables, sequences: [] });
      yield entryFrame({ kind: "rows", schema: "public", table: "differing" });
      yield* rowFrames(Readable.from([Buffer.from("1\n2\n")]));
      yield entryFrame({ kind: "rows end", rows: 2, digest: "00".repeat(32) });
    });
    await expect(restoreAll()).rejects.toThrow("the table differing differs from the backup");
    expect(await tablesIn(targets.dashboard.url)).toBe(0);
    expect(await tablesIn(targets.tracking.url)).toBe(0);
  });

  it("executes no SQL from a file", async () => {
    await rm(file);
    const { header } = await headerOf();
    const column = { name: "n", type: "integer); drop schema public cascade; --", notNull: false };
    await writeBackupFile(file, { replace: false, fileKey: null }, header, async function* () {
      const tables = [
        { schema: "public", name: "odd", columns: [column], primaryKey: [], partitionOf: null },
      ];
      yield entryFrame({ kind: "database", name: "dashboard", tables, sequences: [] });
    });
    await expect(restoreAll()).rejects.toThrow("cannot be created from the backup");
  });
});

describe("a backup", () => {
  it("gets its file name only when complete, and leaves no file on failure", async () => {
    const nowhere = { ...source(), databases: [{ name: "dashboard" as const, url: targets.dashboard.url }] };
    await expect(writeBackup(file, nowhere, { sealed: null, replace: false }, silent)).rejects.toThrow(
      "nothing to back up",
    );
    const stopping = new AbortController();
    const stopped = writeBackup(
      file,
      source(),
      { sealed: null, replace: false, signal: stopping.signal },
      () => stopping.abort(),
    );
    await expect(stopped).rejects.toThrow();
    expect(await readdir(folder)).toEqual([]);
  });

  it("does not replace a file created meanwhile", async () => {
    const report = () => void writeFile(file, "of somebody else");
    await expect(writeBackup(file, source(), { sealed: null, replace: false }, report)).rejects.toThrow(
      "created by another program meanwhile",
    );
    expect(await readFile(file, "utf8")).toBe("of somebody else");
    expect(await readdir(folder)).toEqual(["all.backup"]);
  });

  it("contains the keys only encrypted with the passphrase", async () => {
    await backUp(await sealSecrets(SECRETS, "correct horse battery"));
    const { header } = await openBackupFile(file);
    const sealed = header.secrets;
    if (sealed === null) throw new Error("no keys were kept");
    const text = (await readFile(file)).toString("latin1");
    for (const secret of Object.values(SECRETS)) expect(text).not.toContain(secret);
    expect(await openSecrets(sealed, "correct horse battery")).toMatchObject({ secrets: SECRETS });
    await expect(openSecrets(sealed, "correct horse batterz")).rejects.toThrow("passphrase is wrong");
  });
});
