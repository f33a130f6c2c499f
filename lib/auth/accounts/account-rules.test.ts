import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { testContext } from "@/lib/auth/commands/test-context";
import { closeSession, openSession } from "@/lib/auth/sessions/session-store";
import { recordWrongPassword } from "@/lib/auth/sign-in/record-failed-sign-in";
import { signInWithClaims } from "@/lib/auth/sso/single-sign-on";
import { changeUser, setUserDisabled, signOutEverywhere } from "@/lib/features/users/commands/change-user";
import { inviteAgain, inviteUser, takeInvitation } from "@/lib/features/users/commands/invitations";
import { makeResetLink } from "@/lib/features/users/commands/reset-password";
import { findUserVersion } from "@/lib/features/users/queries";
import type { SingleSignOn } from "@/lib/platform/config/config";
import { accessTokens, users } from "@/lib/platform/database/schema/schema";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";

type Admin = { userId: string; email: string };

const EMAIL = "vera@example.com";
const SETTINGS: SingleSignOn = {
  issuer: "https://id.example.com",
  clientId: "dashboard",
  clientSecret: "secret",
  scope: "openid email profile",
  groupsClaim: "groups",
  roles: new Map([["office", "dispatcher"]]),
};
const now = new Date();

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
let admin: Admin;
let other: Admin;
let id: string;
let invitation: string;

beforeAll(async () => {
  dashboard = await openTestDashboard();
});
afterAll(() => dashboard.close());

const addAdmin = async (email: string): Promise<Admin> => {
  const passwordHash = "$scrypt$nobody's";
  const [created] = await dashboard.db
    .insert(users)
    .values({ email, role: "admin", passwordHash })
    .returning({ id: users.id });
  return { userId: created?.id ?? "", email };
};
const terms = { name: "Vera", role: "dispatcher", partyIds: [], seesCharges: false };

beforeEach(async () => {
  await dashboard.db.delete(accessTokens);
  await dashboard.db.delete(users);
  admin = await addAdmin("boss@example.com");
  other = await addAdmin("other@example.com");
  invitation = (await inviteUser(testContext(dashboard.db, admin, { now }), { email: EMAIL, ...terms }))
    .token;
  const [vera] = await dashboard.db.select({ id: users.id }).from(users).where(eq(users.email, EMAIL));
  id = vera?.id ?? "";
});

const version = async () => (await findUserVersion(dashboard.db, id)) ?? 0;
const change = (by: Admin, at: number) =>
  changeUser(testContext(dashboard.db, by), { id, version: at, ...terms });
const setDisabled = async (disabled: boolean) =>
  setUserDisabled(testContext(dashboard.db, other, { now }), {
    id,
    version: await version(),
    disabled: disabled,
  });
const join = (token: string) =>
  takeInvitation(dashboard.db, { token, name: "Vera", password: "four words are enough" }, now);
const comeBySso = () =>
  signInWithClaims(
    dashboard.db,
    { iss: SETTINGS.issuer, sub: "s-1", email: EMAIL, groups: ["office"] },
    SETTINGS,
    now,
  );

/** Records events of the user that change nothing an admin could overwrite. */
async function comeAndGo() {
  await recordWrongPassword(dashboard.db, { email: EMAIL, meantId: id }, "192.0.2.1");
  await closeSession(dashboard.db, await openSession(dashboard.db, id));
  await signOutEverywhere(testContext(dashboard.db, admin), { id });
}

it.each<[string, string, () => Promise<unknown>]>([
  ["changed them", "other@example.com", async () => change(other, await version())],
  ["disabled them", "other@example.com", () => setDisabled(true)],
  [
    "enabled them",
    "other@example.com",
    async () => {
      await setUserDisabled(testContext(dashboard.db, admin, { now }), {
        id,
        version: await version(),
        disabled: true,
      });
      await setDisabled(false);
    },
  ],
  ["accepted an invitation", EMAIL, () => join(invitation)],
  [
    "chose another password",
    EMAIL,
    async () => {
      await join(invitation);
      await join((await makeResetLink(testContext(dashboard.db, admin, { now }), { id })).token);
    },
  ],
  ["came in by single sign-on", EMAIL, comeBySso],
])("names the user who %s, despite later sign-in events", async (_what, who, action) => {
  const seen = await version();
  await action();
  const isValid = await version();
  expect(isValid).toBeGreaterThan(seen);
  await comeAndGo();
  expect(await version()).toBe(isValid);
  await expect(change(admin, seen)).rejects.toMatchObject({
    code: "changed_meanwhile",
    message: expect.stringContaining(`${who} changed ${EMAIL}`),
  });
});

it("ignores a resent link, which leaves the user unchanged", async () => {
  const seen = await version();
  await change(other, seen);
  await inviteAgain(testContext(dashboard.db, admin, { now }), { id });
  await expect(change(admin, seen)).rejects.toThrow(/^other@example\.com changed/);
});
