import { asc } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { testContext } from "@/lib/auth/commands/test-context";
import {
  type AccessTokenKind,
  findAccessToken,
  isTokenValid,
  makeAccessToken,
} from "@/lib/auth/tokens/access-tokens";
import { actionText, detailText } from "@/lib/features/activity/messages";
import { listUsers } from "@/lib/features/users/queries";
import { accessTokens, auditEntries, users } from "@/lib/platform/database/schema/schema";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { setUserDisabled } from "./change-user";
import { revokeGivenOut } from "./revoke-access";

const KINDS = ["share", "embed", "calendar", "wall", "api", "invite", "order"] as const;
const now = new Date();
const AN_HOUR_AGO = new Date(now.getTime() - 3_600_000);

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
let admin: { userId: string; email: string };
let ben = "";
let tokens: { kind: AccessTokenKind; token: string }[] = [];

const add = async (email: string, role: "admin" | "dispatcher") => {
  const [created] = await dashboard.db.insert(users).values({ email, role, passwordHash: "x" }).returning();
  return created?.id ?? "";
};
const give = async (kind: AccessTokenKind, createdBy: string, expiresAt: Date | null = null) => ({
  kind,
  ...(await makeAccessToken(dashboard.db, { kind, label: `a ${kind}`, settings: {}, createdBy, expiresAt })),
});

beforeAll(async () => {
  dashboard = await openTestDashboard();
});
afterAll(() => dashboard.close());
beforeEach(async () => {
  await dashboard.db.delete(accessTokens);
  await dashboard.db.delete(users);
  admin = { userId: await add("boss@example.com", "admin"), email: "boss@example.com" };
  ben = await add("ben@example.com", "dispatcher");
  tokens = [];
  for (const kind of KINDS) tokens.push(await give(kind, ben));
  await give("share", ben, AN_HOUR_AGO);
});

const status = async () => {
  const found = await Promise.all(
    tokens.map(({ kind, token }) => findAccessToken(dashboard.db, kind, token)),
  );
  return found.filter((token) => token && isTokenValid(token, now)).map((token) => token?.kind);
};
const user = async () => {
  const found = (await listUsers(dashboard.db)).find(({ id }) => id === ben);
  if (!found) throw new Error("nobody");
  return found;
};
const disable = async (revoke?: boolean) =>
  setUserDisabled(testContext(dashboard.db, admin, { now }), {
    id: ben,
    version: (await user()).version,
    revoke,
    disabled: true,
  });
const recorded = async () => {
  const entries = await dashboard.db.select().from(auditEntries).orderBy(asc(auditEntries.id));
  const mine = entries.slice(entries.findLastIndex(({ action }) => action === "made for the test") + 1);
  return mine.map((entry) => ({
    actor: entry.actor,
    action: actionText(entry.action),
    detail: detailText(entry),
  }));
};
const mark = () => dashboard.db.insert(auditEntries).values({ actor: "test", action: "made for the test" });

it("counts active access and keeps it when its creator is disabled", async () => {
  expect((await user()).issuedTokens).toEqual({ links: 2, embeds: 1, feeds: 3, invitations: 1 });
  expect(await disable()).toEqual({ email: "ben@example.com", revoked: 0 });
  expect(await status()).toEqual([...KINDS]);
  expect((await user()).issuedTokens).toMatchObject({ links: 2, feeds: 3 });
});

it("revokes and records each access of a disabled user on request, but none of other users", async () => {
  const other = await give("share", admin.userId);
  await mark();
  expect(await disable(true)).toEqual({ email: "ben@example.com", revoked: 7 });
  expect(await status()).toEqual([]);
  expect((await user()).issuedTokens).toEqual({ links: 0, embeds: 0, feeds: 0, invitations: 0 });
  const stored = await findAccessToken(dashboard.db, "share", other.token);
  expect(stored && isTokenValid(stored, now)).toBe(true);
  const actions = await recorded();
  expect(actions.map(({ action }) => action).sort()).toEqual([
    "disabled a user",
    "ended an invitation",
    "revoked a feed",
    "revoked a feed",
    "revoked a feed",
    "revoked a share link",
    "revoked a work order’s link",
    "revoked an embed",
  ]);
  expect(actions).toContainEqual({
    actor: "boss@example.com",
    action: "disabled a user",
    detail: "ben@example.com; revoked 7 links and tokens",
  });
  expect(actions).toContainEqual({
    actor: "boss@example.com",
    action: "revoked an embed",
    detail: "a embed, created by ben@example.com",
  });
});

it("revokes access once after the user is disabled", async () => {
  await disable();
  const revoke = () => revokeGivenOut(testContext(dashboard.db, admin, { now }), { id: ben });
  expect(await revoke()).toEqual({ email: "ben@example.com", count: 7 });
  expect(await status()).toEqual([]);
  expect(await revoke()).toEqual({ email: "ben@example.com", count: 0 });
  await expect(
    revokeGivenOut(testContext(dashboard.db, admin, { now }), { id: crypto.randomUUID() }),
  ).rejects.toMatchObject({
    code: "not_found",
  });
});

it("keeps access when disabling is refused", async () => {
  await expect(
    setUserDisabled(testContext(dashboard.db, admin, { now }), {
      id: ben,
      version: 99,
      revoke: true,
      disabled: true,
    }),
  ).rejects.toMatchObject({ code: "changed_meanwhile" });
  expect(await status()).toEqual([...KINDS]);
});
