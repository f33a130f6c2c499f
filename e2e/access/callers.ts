import type { Role } from "@/lib/auth/access/roles";
import { closeSession, openSession } from "@/lib/auth/sessions/session-store";
import { issueSessionToken } from "@/lib/auth/sessions/session-token";
import { type AccessTokenKind, makeAccessToken, revokeAccessToken } from "@/lib/auth/tokens/access-tokens";
import type { SharedAbout } from "@/lib/features/sharing/links/share-settings";
import type { Database } from "@/lib/platform/database/client";
import { users } from "@/lib/platform/database/schema/schema";

export const TOKEN_KINDS = [
  "invite",
  "share",
  "embed",
  "wall",
  "calendar",
  "api",
] as const satisfies readonly AccessTokenKind[];

/** Text that appears in the content a token opens: in its label, and in the e-mail address of an invited user. */
export const MARK = "guest.of.the.dashboard";

/** The parties of the two customers. Each customer may see the containers of one party. */
export const OWN_PARTY = "party-of-the-customer";
export const OTHER_PARTY = "party-of-another";
/** The customer without access to the first customer's containers. */
export const OTHER_CUSTOMER = "other customer";

/**
 * A caller. `role` is the role of a valid session, else null. `token` is sent as a cookie, as a bearer token and in the
 * URL.
 */
export type Caller = {
  name: string;
  role: Role | null;
  /** The cookie for one call. Each call gets a separate session, since a call may end it. */
  cookie: () => Promise<string | null>;
  token: { kind: AccessTokenKind; text: string; isValid: boolean } | null;
};

const NOBODYS = "A".repeat(43);

async function makeUser(
  db: Database,
  name: string,
  role: Role,
  { disabled = false, party }: { disabled?: boolean; party?: string } = {},
): Promise<string> {
  const [created] = await db
    .insert(users)
    .values({
      email: `${name.replaceAll(" ", ".")}@example.com`,
      passwordHash: "x",
      role,
      sessionVersion: 2,
      disabledAt: disabled ? new Date() : null,
      partyIds: party === undefined ? [] : [party],
    })
    .returning({ id: users.id });
  if (!created) throw new Error("no person was made");
  return created.id;
}

async function makeUsers(db: Database): Promise<Caller[]> {
  const user = async (
    name: string,
    role: Role,
    how: { disabled?: boolean; version?: number; left?: boolean; party?: string } = {},
  ): Promise<Caller> => {
    const userId = await makeUser(db, name, role, how);
    const cookie = async () => {
      const sessionId = await openSession(db, userId);
      if (how.left) await closeSession(db, sessionId);
      return issueSessionToken({ userId, sessionId, sessionVersion: how.version ?? 2 });
    };
    const isValid = !how.disabled && how.version === undefined && !how.left;
    return { name, role: isValid ? role : null, cookie, token: null };
  };
  const admin = await user("admin", "admin");
  return [
    admin,
    await user("dispatcher", "dispatcher"),
    await user("viewer", "viewer"),
    await user("customer", "customer", { party: OWN_PARTY }),
    await user(OTHER_CUSTOMER, "customer", { party: OTHER_PARTY }),
    await user("disabled admin", "admin", { disabled: true }),
    await user("admin from before a reset", "admin", { version: 1 }),
    await user("admin who signed out", "admin", { left: true }),
    { name: "signed out", role: null, cookie: async () => null, token: null },
    {
      name: "forged session",
      role: null,
      cookie: async () => `${(await admin.cookie())?.slice(0, -8)}AAAAAAAA`,
      token: null,
    },
  ];
}

async function makeToken(
  db: Database,
  {
    kind,
    state,
    about,
  }: { kind: AccessTokenKind; state: "standing" | "revoked" | "expired"; about: SharedAbout },
): Promise<Caller> {
  const userId = await makeUser(db, `${MARK} ${kind} ${state}`, "viewer");
  const now = new Date();
  const { id, token } = await makeAccessToken(db, {
    kind,
    label: MARK,
    settings: {
      userId,
      about,
      // The link that grants the most: its driver can report on a container.
      view: kind === "share" ? "driver" : "customer",
      charges: false,
      reports: true,
      origins: ["https://intranet.example.com"],
      address: "",
      viewName: null,
    },
    createdBy: userId,
    expiresAt: state === "expired" ? new Date(now.getTime() - 1_000) : null,
  });
  if (state === "revoked") await revokeAccessToken(db, id, [kind], now);
  const text = token;
  return {
    name: `${state} ${kind} token`,
    role: null,
    cookie: async () => text,
    token: { kind, text, isValid: state === "standing" },
  };
}

/**
 * Creates all callers: each role, sessions ended in every way, and tokens of every kind and state. `about` is the
 * content of links and embeds.
 */
export async function makeCallers(
  db: Database,
  about: SharedAbout = { kind: "board", address: "" },
): Promise<Caller[]> {
  const callers = await makeUsers(db);
  for (const kind of TOKEN_KINDS)
    for (const state of ["standing", "revoked", "expired"] as const)
      callers.push(await makeToken(db, { kind, state, about }));
  return callers;
}

/** The token in a URL: the caller's, else an unknown one. */
export const tokenOf = ({ token }: Caller): string => token?.text ?? NOBODYS;
