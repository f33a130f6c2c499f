import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createFirstUser } from "@/lib/auth/accounts/users";
import { beginSecondFactor } from "@/lib/auth/second-factor/totp";
import { openDatabase } from "@/lib/platform/database/client";
import { createDashboardDatabase, openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/postgres/test-database";
import { rememberOwnWebhook } from "@/lib/tracking-client/registered-webhook";
import { StubService } from "@/lib/tracking-client/test-stub-service";
import { noteRestoreBegun } from "@/scripts/up/databases";
import { saveSecrets } from "@/scripts/up/secrets";
import { checkClock } from "./check-database";
import { checkFolder } from "./check-folder";
import { examine } from "./examine";
import { formatFinding, withoutSecrets } from "./finding";

// What is left of other installations is of this machine, not of the tested one (check-left-homes.test.ts).
vi.mock("./check-left-homes", () => ({ checkLeftHomes: async () => [] }));

const KEY = "a-very-secret-key";
const SECRET = "the-secret-of-this-installation-".padEnd(40, "s");
const PUBLIC_URL = "https://dashboard.example.com";
const dashboard = await openTestDashboard();
const stub = await StubService.start();
let dataDir = "";

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "drayboard-doctor-"));
});
afterAll(async () => {
  await stub.stop();
  await dashboard.close();
  await rm(dataDir, { recursive: true, force: true });
});

const environment = () => ({
  DATA_DIR: dataDir,
  DATABASE_URL: dashboard.url,
  TRACKING_API_URL: stub.baseUrl,
  TRACKING_API_KEY: KEY,
  PUBLIC_URL,
  NEXTAUTH_SECRET: SECRET,
});

/** The findings by name; several of one name are joined. */
async function findings(change: Record<string, string> = {}): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { name, level, text } of await examine({ ...environment(), ...change }))
    found[name] = `${found[name] ? `${found[name]}; ` : ""}${level}: ${text}`;
  return found;
}

async function store(name: string, value: unknown): Promise<void> {
  await dashboard.pool.query(
    `insert into installation (name, value) values ($1, $2)
     on conflict (name) do update set value = excluded.value, updated_at = clock_timestamp()`,
    [name, JSON.stringify(value)],
  );
}

const webhook = (url: string) => ({ id: "w1", url, secret: "a-webhook-secret" });
const RECEIVED =
  "insert into inbox (notification_id, event, body, created_at, received_at, processed_at) values ('n', 'e', '', now(), $1, now())";

beforeEach(async () => {
  stub.answer = () => ({ body: { data: [] } });
  await dashboard.pool.query("delete from inbox; delete from installation");
  await store("reconciler", {});
  await store("webhook", webhook(`${PUBLIC_URL}/api/webhooks/tracking`));
  await dashboard.pool.query(RECEIVED, [new Date().toISOString()]);
});

describe("a working installation", () => {
  it("is ok in everything", async () => {
    const found = await examine(environment());
    expect(found.filter(({ level }) => level !== "ok")).toEqual([]);
    expect(found.map(({ name }) => name)).toEqual([
      "Settings",
      "Data folder",
      "Database",
      "Clock",
      "Migrations",
      "Secrets",
      "Worker",
      "Webhook inbox",
      "Webhook",
      "Last delivery",
      "Tracking service",
    ]);
  });

  it("is only read: one request to the service, and nothing is stored", async () => {
    const stored = async () => (await dashboard.pool.query("select * from installation order by name")).rows;
    const before = await stored();
    const count = stub.requests.length;
    await examine(environment());
    const requests = stub.requests.slice(count).map(({ method, path }) => `${method} ${path}`);
    expect(requests).toEqual(["GET shipments?page[size]=1"]);
    expect(await stored()).toEqual(before);
  });
});

describe("settings", () => {
  it("are problems each when they are wrong, and nothing else is checked", async () => {
    const found = await findings({ PORT: "none", TRACKING_API_KEY: "" });
    expect(Object.keys(found)).toEqual(["Settings"]);
    expect(found.Settings).toContain("PORT: expected a whole number");
  });
});

describe("the data folder", () => {
  const GB = 1024 ** 3;
  it.each([
    [3, "ok"],
    [1, "warning"],
    [0.1, "problem"],
  ])("with %d GB free is %s", async (free, level) => {
    expect(await checkFolder(dataDir, async () => free * GB)).toMatchObject([{ level }]);
  });

  it("is a problem after a restore that did not finish", async () => {
    const folder = await mkdtemp(join(tmpdir(), "drayboard-doctor-"));
    noteRestoreBegun(folder);
    expect((await findings({ DATA_DIR: folder }))["Data folder"]).toMatch(
      /^problem: a restore .* did not finish$/,
    );
    await rm(folder, { recursive: true });
  });

  it("with damaged secrets says what is lost without them", async () => {
    const folder = await mkdtemp(join(tmpdir(), "drayboard-doctor-"));
    await writeFile(join(folder, "secrets.json"), "{");
    expect((await findings({ DATA_DIR: folder })).Secrets).toMatch(/^problem: .*secrets.json is damaged/);
    await rm(folder, { recursive: true });
  });

  it.each(["", "/below"])("that is a file is one problem: DATA_DIR%s", async (below) => {
    const file = join(dataDir, "a-file");
    await writeFile(file, "");
    const found = await examine({ ...environment(), DATA_DIR: `${file}${below}` });
    expect(found.filter(({ level }) => level !== "ok")).toEqual([
      {
        level: "problem",
        name: "Data folder",
        text: `${file} is a file`,
        advice: "DATA_DIR must be a folder. Set it to another path.",
      },
    ]);
    await rm(file);
  });

  it("without data is a warning, and is not created", async () => {
    const folder = join(dataDir, "not-created");
    const found = await findings({ DATA_DIR: folder, DATABASE_URL: "" });
    expect(found.Database).toBe("warning: there is none yet");
    await expect(rm(folder)).rejects.toThrow("ENOENT");
  });
});

describe("the database", () => {
  let other: TestDatabase | null = null;
  afterEach(async () => {
    await other?.drop();
    other = null;
  });

  it("that does not respond is a problem without its password", async () => {
    const found = await findings({ DATABASE_URL: "postgresql://drayboard:hunter2hunter2@127.0.0.1:1/none" });
    expect(found.Database).toMatch(/^problem: cannot be used \(.*ECONNREFUSED/);
    expect(JSON.stringify(found)).not.toContain("hunter2");
  });

  it("without tables is a warning", async () => {
    other = await createTestDatabase();
    expect((await findings({ DATABASE_URL: other.url })).Migrations).toBe("warning: the database is empty");
  });

  it("of another version is a problem", async () => {
    other = await createDashboardDatabase();
    const { pool } = openDatabase(other.url);
    const shift = (by: string) =>
      pool.query(`update drizzle.__drizzle_migrations set created_at = created_at ${by}
        where id = (select max(id) from drizzle.__drizzle_migrations)`);
    await shift("+ 1");
    const newer = await findings({ DATABASE_URL: other.url });
    await shift("- 2");
    const older = await findings({ DATABASE_URL: other.url });
    await pool.end();
    expect(newer.Migrations).toBe("problem: a newer Drayboard migrated the database");
    expect(older.Migrations).toBe("problem: older than this version");
  });

  it("without a worker's heartbeat, or with a lagging inbox, is a warning", async () => {
    await dashboard.pool.query("delete from installation where name = 'reconciler'");
    await dashboard.pool.query(
      "update inbox set processed_at = null, received_at = now() - interval '5 minutes'",
    );
    const found = await findings();
    expect(found.Worker).toBe("warning: no heartbeat in the last minute");
    const worker = (await examine(environment())).find(({ name }) => name === "Worker");
    expect(worker?.advice).toContain("with an image or systemd, start the program worker");
    expect(found["Webhook inbox"]).toMatch(/^warning: a notification has waited since /);
  });

  it.each([
    [0, "ok"],
    [-4_900, "ok"],
    [8_000, "warning"],
    [-90_000, "problem"],
  ])("with a clock that is %d ms apart is %s", (skewMs, level) => {
    expect(checkClock(skewMs)).toMatchObject({ level });
  });
});

describe("the secrets", () => {
  const FORMER = "the-former-secret-of-the-database".padEnd(40, "f");
  let userId = "";

  beforeEach(async () => {
    vi.stubEnv("NEXTAUTH_SECRET", FORMER);
    await rememberOwnWebhook(dashboard.db, webhook(`${PUBLIC_URL}/api/webhooks/tracking`));
    await createFirstUser(dashboard.db, { email: "ops@example.com", password: "a long password" });
    const { rows } = await dashboard.pool.query("select id from users");
    userId = rows[0].id;
    await beginSecondFactor(dashboard.db, { userId, email: "ops@example.com" });
    await dashboard.pool.query("update users set totp_secret = totp_pending, totp_pending = null");
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await dashboard.pool.query("delete from users");
  });

  it("that are set nowhere are a warning", async () => {
    const unset = { NEXTAUTH_SECRET: "" };
    expect((await findings(unset)).Secrets).toContain(
      "warning: NEXTAUTH_SECRET and SECRETS_KEY are not set, and DATA_DIR has no secrets.json",
    );
    expect((await findings({ ...unset, SECRETS_KEY: FORMER })).Secrets).toBe(
      "warning: NEXTAUTH_SECRET is not set, and DATA_DIR has no secrets.json; ok: the keys decrypt what the database has",
    );
  });

  it("that do not decrypt the database's are a problem, until the former key is set", async () => {
    const found = await findings();
    expect(found.Secrets).toBe(
      "problem: SECRETS_KEY, NEXTAUTH_SECRET and OLD_SECRETS_KEY do not decrypt 1 webhook secret and 1 second factor of the database",
    );
    expect((await findings({ SECRETS_KEY: "k".repeat(40) })).Secrets).toMatch(/^problem: /);
    const ok = "ok: the keys decrypt what the database has";
    for (const name of ["NEXTAUTH_SECRET", "SECRETS_KEY", "OLD_SECRETS_KEY"])
      expect((await findings({ [name]: FORMER })).Secrets, name).toBe(ok);
    const folder = await mkdtemp(join(tmpdir(), "drayboard-doctor-"));
    await saveSecrets(folder, { nextauthSecret: FORMER });
    expect((await findings({ NEXTAUTH_SECRET: "", DATA_DIR: folder })).Secrets).toBe(ok);
    await rm(folder, { recursive: true });
  });
});

describe("the tracking service's database", () => {
  it("is a problem when it cannot be opened", async () => {
    const url = "postgresql://tracking:hunter2hunter2@127.0.0.1:1/none";
    const found = await findings({ TRACKING_DATABASE_URL: url });
    expect(found["Tracking database"]).toMatch(/^problem: cannot be opened \(.*ECONNREFUSED/);
    expect(JSON.stringify(found)).not.toContain("hunter2");
    expect((await findings({ TRACKING_DATABASE_URL: dashboard.url }))["Tracking database"]).toBe(
      "ok: reachable",
    );
  });
});

describe("the webhook", () => {
  it("is a warning when it is missing, or registered elsewhere", async () => {
    await store("webhook", webhook("https://other.example.com/api/webhooks/tracking"));
    expect((await findings()).Webhook).toMatch(/^warning: registered with https:\/\/other/);
    await dashboard.pool.query("delete from installation where name = 'webhook'");
    expect((await findings()).Webhook).toBe("warning: not registered");
  });

  it("is a warning when the service cannot reach the dashboard, and ok when registered by hand", async () => {
    const remote = { TRACKING_API_URL: "https://tracking.invalid/v2", PUBLIC_URL: "http://10.0.0.5:3000" };
    expect((await findings(remote)).Webhook).toMatch(/^warning: the tracking service cannot reach/);
    const byHand = await findings({ ...remote, WEBHOOK_SECRET: "another-secret" });
    expect(byHand.Webhook).toBe("ok: registered by hand (WEBHOOK_SECRET is set)");
  });

  it("is a warning when no delivery arrived for a day", async () => {
    await dashboard.pool.query("update inbox set received_at = now() - interval '2 days'");
    expect((await findings())["Last delivery"]).toMatch(/^warning: received /);
    await dashboard.pool.query("delete from inbox");
    expect((await findings())["Last delivery"]).toBe("warning: none received yet");
  });
});

describe("the tracking service", () => {
  const refusal = (status: number, detail: string) => ({
    status,
    headers: { "Retry-After": "60" },
    body: { errors: [{ status: String(status), title: "Refused", detail }] },
  });

  it.each([
    ["a refused key", refusal(401, `The key ${KEY} is not known`), /^problem: .* refused the key$/],
    ["a plan without records", refusal(401, "This needs a paid plan"), /^warning: .*not for shipments$/],
    ["too many requests", refusal(429, "Slow down"), /^warning: .*too many requests$/],
    ["an outage", refusal(503, "Away"), /^problem: .*does not respond$/],
    ["another server", { text: "<html>" }, /^problem: .*no readable response$/],
  ])("with %s is named", async (_, response, expected) => {
    stub.answer = () => response;
    const found = await findings();
    expect(found["Tracking service"]).toMatch(expected);
    expect(JSON.stringify(found)).not.toContain(KEY);
  });
});

it("hides secrets and passwords of URLs in any text", () => {
  expect(withoutSecrets(`to postgresql://me:pass@host/db with ${KEY}`, [KEY, null])).toBe(
    "to postgresql://me:[hidden]@host/db with [hidden]",
  );
});

it("writes what to do below a finding", () => {
  const finding = { level: "problem", name: "Database", text: "away", advice: "Start it." } as const;
  expect(formatFinding(finding)).toBe(`problem  Database          away\n${" ".repeat(27)}Start it.`);
});

describe("npm run doctor", () => {
  const start = (change: Record<string, string>, ...args: string[]) =>
    new Promise<{ code: number; output: string }>((resolve) => {
      const env = { ...process.env, ...environment(), ...change };
      const child = execFile(
        process.execPath,
        ["--import", "tsx", "scripts/doctor.ts", ...args],
        { env },
        (_, stdout, stderr) => resolve({ code: child.exitCode ?? -1, output: stdout + stderr }),
      );
    });

  it("ends with code 0 without a problem, and 1 with one", async () => {
    // Data left behind by other installations of the machine are warnings.
    const good = await start({});
    expect(good).toMatchObject({ code: 0, output: expect.stringMatching(/0 problems, \d+ warnings?/) });
    stub.answer = () => ({ status: 401, body: { errors: [{ title: "Unknown key" }] } });
    const bad = await start({});
    expect(bad).toMatchObject({ code: 1, output: expect.stringMatching(/1 problem, \d+ warnings?/) });
    expect(good.output + bad.output).not.toContain(KEY);
  });

  it("ends with code 2 for an argument", async () => {
    expect(await start({}, "--fix")).toMatchObject({ code: 2, output: "Usage: npm run doctor\n" });
  });
});
