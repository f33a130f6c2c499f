import type { Role } from "@/lib/auth/access/roles";
import { closeSession, openSession } from "@/lib/auth/sessions/session-store";
import { issueSessionToken } from "@/lib/auth/sessions/session-token";
import { type AccessTokenKind, makeAccessToken, revokeAccessToken } from "@/lib/auth/tokens/access-tokens";
import { orderTerms } from "@/lib/domain/work-order/order-terms";
import type { SharedAbout } from "@/lib/features/sharing/links/share-settings";
import { loadContainers } from "@/lib/mirror/load-containers";
import type { Database } from "@/lib/platform/database/client";
import { users, workOrders } from "@/lib/platform/database/schema/schema";

export const TOKEN_KINDS = [
  "invite",
  "share",
  "embed",
  "wall",
  "calendar",
  "api",
  "order",
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

type TokenState = "standing" | "revoked" | "expired";

/** Work orders always expire. */
function expiryOf(kind: AccessTokenKind, state: TokenState, now: Date): Date | null {
  if (state === "expired") return new Date(now.getTime() - 1_000);
  return kind === "order" ? new Date(now.getTime() + 3_600_000) : null;
}

/** Adds the work order of a token, for the dray carrier of the container. One carrier has one open order. */
async function makeOrder(
  db: Database,
  { tokenId, state, about }: { tokenId: string; state: TokenState; about: { id: string } },
): Promise<void> {
  const sentAt = new Date();
  const [container] = await loadContainers(db, [about.id]);
  await db.insert(workOrders).values({
    containerId: about.id,
    partyId: container?.drayCarriers[0]?.partyId ?? OWN_PARTY,
    tokenId,
    terms: container ? orderTerms(container, "") : {},
    sentAt,
    withdrawnAt: state === "standing" ? null : sentAt,
  });
}

async function makeToken(
  db: Database,
  { kind, state, about }: { kind: AccessTokenKind; state: TokenState; about: SharedAbout },
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
    expiresAt: expiryOf(kind, state, now),
  });
  if (kind === "order" && about.kind === "container") await makeOrder(db, { tokenId: id, state, about });
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
