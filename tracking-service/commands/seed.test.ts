import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/postgres/test-database";
import { readConfig } from "@/tracking-service/runtime/config";
import { openStore, type Store } from "@/tracking-service/store/database";
import { migrate } from "@/tracking-service/store/migrate";
import { silent, until } from "@/tracking-service/testing/running-service";
import { seedCommand, seedSettings } from "./seed";
import { UsageError } from "./usage";

const config = readConfig({
  NODE_ENV: "test",
  TRACKING_DATABASE_URL: "postgres://nobody@127.0.0.1/none",
  SEED_CONTAINERS: "300",
});

describe("seed --containers", () => {
  it("overrides SEED_CONTAINERS", () => {
    expect(seedSettings(config, []).seedContainers).toBe(300);
    expect(seedSettings(config, ["--containers", "100000"]).seedContainers).toBe(100_000);
    expect(seedSettings(config, ["--containers", "0"]).seedContainers).toBe(0);
  });

  it.each(["100001", "-1", "1.5", "many", "", "1e3"])("rejects %s", (text) => {
    expect(() => seedSettings(config, [`--containers=${text}`])).toThrow(UsageError);
  });

  it("rejects unknown arguments", () => {
    expect(() => seedSettings(config, ["--crates", "3"])).toThrow();
    expect(() => seedSettings(config, ["100"])).toThrow();
  });
});

describe("seeding many containers", () => {
  let database: TestDatabase;
  let store: Store;

  beforeEach(async () => {
    database = await createTestDatabase();
    store = openStore(database.url);
  });
  afterEach(async () => {
    await store.close();
    await database.drop();
  });

  const count = async (table: string) =>
    Number((await store.pool.query(`select count(*) from ${table}`)).rows[0]?.count);

  function seedInOtherProcess(command: string[]) {
    return spawn(process.execPath, ["--import", "tsx", "tracking-service/main.ts", ...command], {
      env: {
        ...process.env,
        TRACKING_DATABASE_URL: database.url,
        TRACKING_SERVICE_PORT: "0",
        SEED_CONTAINERS: "20000",
        LOG_LEVEL: "silent",
      },
      stdio: "ignore",
    });
  }

  const containersAreWritten = async () => {
    const running = await store.pool.query(
      "select 1 from pg_stat_activity where datname = current_database() and query ~* '^\\s*insert into.*json_to_recordset'",
    );
    return running.rows.length > 0;
  };

  it.each([[["seed"]], [["serve"]]])(
    "ends at SIGTERM during `%s` without completing, and leaves no partial data",
    async (command) => {
      const child = seedInOtherProcess(command);
      const ended = once(child, "exit");
      await until(containersAreWritten);
      child.kill("SIGTERM");
      await ended;
      for (const table of ["simulations", "containers", "transport_events", "parties"]) {
        expect([table, await count(table)]).toEqual([table, 0]);
      }
    },
  );

  it("is completed exactly once by the next start", async () => {
    await migrate(store);
    const settings = { ...config, seedContainers: 1_000 };
    expect(JSON.parse(await seedCommand(store, settings, silent))).toEqual({ seeded: 1 });
    expect([await count("containers"), await count("journeys"), await count("simulations")]).toEqual([
      1_000, 1_000, 1,
    ]);
    expect(JSON.parse(await seedCommand(store, settings, silent))).toEqual({ seeded: 0 });
    expect(await count("containers")).toBe(1_000);
  });
});
