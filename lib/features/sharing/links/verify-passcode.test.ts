import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { hashPassword } from "@/lib/auth/passwords/password-hash";
import { makeAccessToken } from "@/lib/auth/tokens/access-tokens";
import { openDatabase } from "@/lib/platform/database/client";
import { users } from "@/lib/platform/database/schema/schema";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { tryPasscode } from "./verify-passcode";

const NOW = new Date("2026-11-20T17:00:00Z");
const PASSCODE = "open sesame";

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
/** The same database, opened like another process. */
let related: ReturnType<typeof openDatabase>;
let link: { id: string; token: string };
/** Each test uses its own networks. */
let site = 0;
const addressOf = (network: number) => `10.0.${site}.${network}`;

beforeAll(async () => {
  dashboard = await openTestDashboard();
  related = openDatabase(dashboard.url);
  await dashboard.db.insert(users).values({ email: "ana@example.com", role: "dispatcher" });
});
afterAll(async () => {
  await related.pool.end();
  await dashboard.close();
});

beforeEach(async () => {
  site += 1;
  const [maker] = await dashboard.db.select({ id: users.id }).from(users);
  link = await makeAccessToken(dashboard.db, {
    kind: "share",
    label: "For Lakin",
    settings: {},
    createdBy: maker?.id ?? "",
    expiresAt: null,
    passcodeHash: await hashPassword(PASSCODE),
  });
});

const tryIt = async (passcode: string, network: number, { db, pool }: typeof related = dashboard) => {
  const input = { token: link.token, passcode };
  return (await tryPasscode(db, pool, input, { address: addressOf(network), now: NOW })).state;
};
/** Sends ten wrong passcodes from each of several networks, alternating between both processes. */
async function guess(networks: number) {
  const states = new Set<string>();
  for (let network = 0; network < networks; network += 1)
    for (let n = 0; n < 10; n += 1)
      states.add(await tryIt(`guess ${n}`, network, n % 2 === 0 ? dashboard : related));
  return [...states];
}
const recorded = async () =>
  (
    await dashboard.pool.query(
      "select user_id, actor, address, action, record_type, data from audit_entries where record_id = $1",
      [link.id],
    )
  ).rows;
const entry = (network: number, networks: "one" | "many") => ({
  user_id: null,
  actor: "user of the link",
  address: addressOf(network),
  action: "passcode.throttled",
  record_type: "share_link",
  data: { label: "For Lakin", networks },
});

it("allows a hundred wrong passcodes per link, across networks and processes", async () => {
  expect(await guess(10)).toEqual(["refused"]);
  expect(await recorded()).toEqual([]);
  expect(await tryIt(PASSCODE, 20)).toBe("throttled");
  expect(await tryIt(PASSCODE, 21, related)).toBe("throttled");
  expect(await recorded()).toEqual([entry(20, "many")]);
});

it("records once that a network is blocked and does not block other networks", async () => {
  expect(await guess(1)).toEqual(["refused"]);
  for (let n = 0; n < 20; n += 1) expect(await tryIt(PASSCODE, 0)).toBe("throttled");
  expect(await recorded()).toEqual([entry(0, "one")]);
  expect(await tryIt(PASSCODE, 1)).toBe("good");
});

it("does not count correct passcodes and does not reset the wrong ones of others", async () => {
  await guess(9);
  for (let n = 0; n < 20; n += 1) expect(await tryIt(PASSCODE, 20 + n)).toBe("good");
  for (let n = 0; n < 10; n += 1) expect(await tryIt("guess", 50)).toBe("refused");
  expect(await tryIt(PASSCODE, 51)).toBe("throttled");
});
