import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { forgiveAttempts, openThrottle } from "./throttle";

const MINUTE = 60;
const [me, other] = ["dispatch@example.com", "other@example.com"];
const [here, there] = ["192.0.2.1", "192.0.2.2"];

let opened: Awaited<ReturnType<typeof openTestDashboard>>;
const throttle = () => openThrottle(opened.pool);

beforeAll(async () => {
  opened = await openTestDashboard();
});

afterAll(() => opened.close());

beforeEach(async () => {
  await opened.db.execute(sql`delete from sign_in_attempts`);
});

async function fail(times: number, email: string, address: string): Promise<number> {
  const guard = throttle();
  let wait = 0;
  for (let n = 0; n < times; n++) wait = await guard.admit(email, address);
  return wait;
}

const pass = (seconds: number) =>
  opened.db.execute(sql`update sign_in_attempts set expire = expire - ${seconds * 1000}::bigint`);

describe("one e-mail from one address", () => {
  it("has ten attempts, then waits 15 minutes, also in another process", async () => {
    expect(await fail(10, me, here)).toBe(0);
    expect(await fail(1, me, here)).toBe(15 * MINUTE);
    await pass(5 * MINUTE);
    const wait = await fail(3, me, here);
    expect(wait).toBeGreaterThan(9 * MINUTE);
    expect(wait).toBeLessThanOrEqual(10 * MINUTE);
  });

  it("reports the exact wait: a second earlier is refused, then all attempts are available again", async () => {
    await fail(11, me, here);
    await pass(15 * MINUTE - 1);
    expect(await fail(1, me, here)).toBeGreaterThan(0);
    await pass(1);
    expect(await fail(10, me, here)).toBe(0);
  });

  it("doubles the wait each time, up to a day", async () => {
    const waits: number[] = [];
    for (let round = 0; round < 9; round++) {
      const wait = await fail(11, me, here);
      waits.push(wait / MINUTE);
      await opened.db.execute(sql`delete from sign_in_attempts where key not like 'blocks:%'`);
    }
    expect(waits).toEqual([15, 30, 60, 120, 240, 480, 960, 1440, 1440]);
  });

  it("cannot be exceeded by concurrent attempts", async () => {
    const guard = throttle();
    const waits = await Promise.all(Array.from({ length: 40 }, () => guard.admit(me, here)));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(10);
  });

  it("regains its attempts after a successful sign-in", async () => {
    const guard = throttle();
    for (let n = 0; n < 9; n++) await guard.admit(me, here);
    await guard.succeed(me, here);
    expect(await fail(10, me, here)).toBe(0);
    expect(await fail(1, me, here)).toBe(15 * MINUTE);
  });

  it("blocks neither other e-mails here nor itself at other addresses", async () => {
    await fail(11, me, here);
    expect(await fail(1, other, here)).toBe(0);
    expect(await fail(1, me, there)).toBe(0);
  });
});

describe("one address", () => {
  it("has a hundred attempts for all e-mails together", async () => {
    const guard = throttle();
    const waits: number[] = [];
    for (let n = 0; n < 101; n++) waits.push(await guard.admit(`guess-${n}@example.com`, here));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(100);
    expect(waits.at(-1)).toBe(15 * MINUTE);
    expect(await guard.admit(me, here)).toBeGreaterThan(0);
    expect(await guard.admit(me, there)).toBe(0);
  });

  it("is the whole client network for IPv6", async () => {
    const guard = throttle();
    for (let n = 0; n < 10; n++) await guard.admit(me, `2001:db8:0:1::${n}`);
    expect(await guard.admit(me, "2001:db8:0:1:ffff::1")).toBe(15 * MINUTE);
    expect(await guard.admit(me, "2001:db8:0:2::1")).toBe(0);
  });

  it("loses no attempts to successful sign-ins", async () => {
    const guard = throttle();
    for (let n = 0; n < 120; n++) {
      expect(await guard.admit(me, here)).toBe(0);
      await guard.succeed(me, here);
    }
  });
});

describe("clearing attempts", () => {
  it("lifts an e-mail's blocks everywhere, and no other blocks", async () => {
    for (const address of [here, there]) {
      await fail(11, me, address);
      await fail(11, other, address);
    }
    await forgiveAttempts(opened.db, me);
    expect(await fail(1, me, here)).toBe(0);
    expect(await fail(1, me, there)).toBe(0);
    expect(await fail(1, other, here)).toBeGreaterThan(0);
    expect(await fail(10, me, here)).toBe(15 * MINUTE);
  });

  it("works before the first attempt", async () => {
    await expect(forgiveAttempts(opened.db, me)).resolves.toBeUndefined();
  });
});

it("stores no e-mail and no address", async () => {
  await fail(11, me, here);
  const { rows } = await opened.db.execute(sql`select key from sign_in_attempts`);
  expect(rows.length).toBeGreaterThan(2);
  expect(JSON.stringify(rows)).not.toMatch(/dispatch|example|192\.0/);
});
