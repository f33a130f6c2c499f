import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestService, type TestService } from "@/tracking-service/testing/running-service";
import { accountsCommand } from "./accounts";
import { keysCommand } from "./keys";
import { UsageError } from "./usage";

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ seedContainers: 0 });
});
afterAll(() => service.end());

const keys = (...args: string[]) => keysCommand(service.store, args);
const accounts = (...args: string[]) => accountsCommand(service.store, args);
const statusWith = async (key: string) => (await service.call("/parties", { key })).status;

describe("keys create", () => {
  it("prints only a key, for a new or an existing account", async () => {
    const first = await keys("create", "--account", "Two Keys", "--label", "first", "--empty");
    const second = await keys("create", "--account", "Two Keys");
    for (const key of [first, second]) {
      expect(key).toMatch(/^[A-Za-z0-9][\w-]{27}[A-Za-z0-9]{4}$/);
      expect(await statusWith(key)).toBe(200);
    }
    const { rows } = await service.store.pool.query("select * from accounts where name = 'Two Keys'");
    expect(rows).toMatchObject([
      { plan: "paid", seeded: false, features: ["routing_data", "rail_lfd", "container_refresh"] },
    ]);
  });

  it("gives a new account its plan and features, and leaves an unpaid one empty", async () => {
    await keys("create", "--account", "Paid Plain", "--features", "rail_lfd,container_refresh");
    await keys("create", "--account", "On Trial", "--plan", "trial");
    await keys("create", "--account", "Free", "--plan", "free", "--features", "all");
    const { rows } = await service.store.pool.query(
      "select name, plan, features, seeded, trial_ends_at - now() as left from accounts where name = any($1) order by name",
      [["Paid Plain", "On Trial", "Free"]],
    );
    expect(rows).toMatchObject([
      {
        name: "Free",
        plan: "free",
        features: expect.arrayContaining(["rail_lfd"]),
        seeded: false,
        left: null,
      },
      { name: "On Trial", plan: "trial", features: [], seeded: false, left: { days: 6, hours: 23 } },
      { name: "Paid Plain", plan: "paid", features: ["rail_lfd", "container_refresh"], seeded: true },
    ]);
  });

  it("rejects other terms for an existing account", async () => {
    await keys("create", "--account", "Settled", "--empty");
    await expect(keys("create", "--account", "Settled", "--plan", "free")).rejects.toThrow("accounts set");
  });

  it.each([
    [["create"]],
    [["create", "--account", ""]],
    [["create", "--account", "A", "--plan", "gold"]],
    [["create", "--account", "A", "--features", "rail"]],
    [["create", "--account", "A", "--features", ""]],
    [["create", "--account", "A", "--trial-days", "7"]],
    [["create", "--account", "A", "--plan", "trial", "--trial-days", "-1"]],
    [["create", "--account", "A", "--plan", "trial", "--trial-days", "1000"]],
    [["create", "stray", "--account", "A"]],
    [["create", "--acount", "A"]],
    [["list", "--label", "x"]],
    [["revoke"]],
    [["revoke", "a", "b"]],
    [[]],
  ])("shows its usage for %j", async (args) => {
    await expect(keys(...args)).rejects.toThrow(UsageError);
    await expect(keys(...args)).rejects.toThrow("Usage: npm run tracking-service -- keys create");
  });

  it.each([" ", "a\nb", "x".repeat(101)])("rejects the name %j", async (name) => {
    await expect(keys("create", "--account", name)).rejects.toThrow("1 to 100 characters");
  });
});

describe("keys list", () => {
  it("shows every key masked, with account, plan, label and last use", async () => {
    const key = await keys("create", "--account", "Listed", "--label", "yard office", "--empty");
    const line = async () => (await keys("list")).split("\n").find((text) => text.includes("Listed")) ?? "";
    expect(await line()).toMatch(/^[0-9a-f-]{36} {2}…\w{4} .*Listed +paid +yard office +\S+ \S+Z +– +–$/);
    await statusWith(key);
    expect(await line()).toMatch(/yard office +\S+ \S+Z +\d{4}-\d\d-\d\d \d\d:\d\dZ +–$/);
    expect(await keys("list")).not.toContain(key);
    expect(await keys("list")).not.toContain(key.slice(0, 8));
    expect((await keys("list", "--account", "Listed")).split("\n")).toHaveLength(2);
  });

  it("reports a missing account and an account without keys", async () => {
    await expect(keys("list", "--account", "Nobody")).rejects.toThrow("There is no account Nobody");
    await keys("create", "--account", "Keyless", "--empty");
    await service.store.pool.query(
      "delete from api_keys k using accounts a where a.id = k.account_id and a.name = 'Keyless'",
    );
    expect(await keys("list", "--account", "Keyless")).toBe("There are no keys.");
  });
});

describe("keys revoke", () => {
  const idOf = async (key: string) => {
    const { rows } = await service.store.pool.query("select id from api_keys where last_four = $1", [
      key.slice(-4),
    ]);
    return String(rows[0]?.id);
  };

  it("revokes at once, by id or by the last four characters", async () => {
    for (const named of [idOf, (key: string) => `…${key.slice(-4)}`, (key: string) => key.slice(-4)]) {
      const key = await keys("create", "--account", "Leaving", "--empty");
      expect(await statusWith(key)).toBe(200);
      expect(await keys("revoke", await named(key))).toContain("of Leaving");
      const refused = await service.call("/parties", { key });
      expect(refused.status).toBe(401);
      expect(refused.error.detail).toContain("could not be verified");
    }
    expect(await statusWith(service.key)).toBe(200);
  });

  it("rejects an unknown key, a revoked key and an ambiguous name", async () => {
    const key = await keys("create", "--account", "Ambiguous", "--empty");
    await expect(keys("revoke", "zzzz")).rejects.toThrow("There is no key zzzz");
    await expect(keys("revoke", key)).rejects.toThrow("There is no key");
    await expect(keys("revoke", await idOf(key), "--account", "Leaving")).rejects.toThrow("There is no key");
    await service.store.pool.query(
      "insert into api_keys (id, account_id, hash, last_four) select gen_random_uuid(), account_id, 'other', last_four from api_keys where last_four = $1",
      [key.slice(-4)],
    );
    await expect(keys("revoke", key.slice(-4))).rejects.toThrow("2 keys end in");
    expect(await statusWith(key)).toBe(200);
    const id = (
      await service.store.pool.query("select id from api_keys where hash <> 'other' and last_four = $1", [
        key.slice(-4),
      ])
    ).rows[0].id;
    await keys("revoke", id);
    await expect(keys("revoke", id)).rejects.toThrow("revoked already");
  });
});

describe("accounts", () => {
  it("changes the terms of an account from its next request on", async () => {
    const key = await keys("create", "--account", "Changing", "--empty");
    expect(await accounts("set", "Changing", "--plan", "free")).toBe("Changing: free, no features.");
    expect(await statusWith(key)).toBe(401);
    expect(await accounts("set", "Changing", "--plan", "trial")).toMatch(
      /^Changing: trial until \S+ \S+Z, no/,
    );
    expect(await statusWith(key)).toBe(200);
    await accounts("set", "Changing", "--plan", "trial", "--trial-days", "0");
    expect(await statusWith(key)).toBe(401);
    expect(await accounts("set", "Changing", "--plan", "paid", "--features", "none")).toBe(
      "Changing: paid, no features.",
    );
    expect(await accounts("set", "Changing", "--features", "rail_lfd")).toBe("Changing: paid, rail_lfd.");
    expect(await accounts("list")).toMatch(/Changing +paid +– +rail_lfd +1 /);
  });

  it.each([
    [["set"]],
    [["set", "Drayboard"]],
    [["set", "Drayboard", "--plan", "x"]],
    [["list", "x"]],
    [["drop"]],
  ])("shows its usage for %j", async (args) => {
    await expect(accounts(...args)).rejects.toThrow(UsageError);
  });

  it("rejects an account that does not exist", async () => {
    await expect(accounts("set", "Nobody", "--plan", "free")).rejects.toThrow("There is no account Nobody");
  });
});
