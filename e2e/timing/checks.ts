import { randomBytes } from "node:crypto";
import { sized } from "@/bench/harness/smoke";
import { verifyPassword } from "@/lib/auth/accounts/users";
import { hashPassword } from "@/lib/auth/passwords/password-hash";
import { recordWrongPassword } from "@/lib/auth/sign-in/record-failed-sign-in";
import {
  type AccessTokenKind,
  findAccessToken,
  makeAccessToken,
  revokeAccessToken,
} from "@/lib/auth/tokens/access-tokens";
import type { Database } from "@/lib/platform/database/client";
import { users } from "@/lib/platform/database/schema/schema";
import type { Kind } from "./compare";

/** Kinds of attempts that must not be distinguishable by time. The others are compared with the first. */
export type Check = { name: string; kinds: readonly [Kind, ...Kind[]] };

const MADE = sized(500, 5);
const madeUp = () => randomBytes(32).toString("base64url");

/** A token that differs from this one only in its last letter. */
const almost = (token: string) => `${token.slice(0, -1)}${token.endsWith("A") ? "E" : "A"}`;

/**
 * Tokens of one kind and of another, among many. A revoked or expired token is reported as such, which is not a secret.
 */
export async function tokenCheck(
  db: Database,
  kind: AccessTokenKind,
  otherKind: AccessTokenKind,
): Promise<Check> {
  const [{ id: createdBy } = { id: "" }] = await db
    .insert(users)
    .values({ email: `${kind}@example.com`, role: "viewer" })
    .returning({ id: users.id });
  const make = async (of: AccessTokenKind, expiresAt: Date | null = null) =>
    makeAccessToken(db, { kind: of, label: "timed", settings: { address: "" }, createdBy, expiresAt });
  for (let n = 0; n < MADE; n += 1) await make(kind);
  const status = await make(kind);
  const other = await make(otherKind);
  const revoked = await make(otherKind);
  await revokeAccessToken(db, revoked.id, [otherKind], new Date());
  const expired = await make(otherKind, new Date(0));
  const open = (name: string, text: string): Kind => ({ name, try: () => findAccessToken(db, kind, text) });
  return {
    name: `${kind} token`,
    kinds: [
      open("unknown token", madeUp()),
      open("another nobody made", madeUp()),
      open("one letter from a valid token", almost(status.token)),
      open("a valid token of another kind", other.token),
      open("one that was revoked, of another kind", revoked.token),
      open("one that has expired, of another kind", expired.token),
    ],
  };
}

/** Registered and unknown e-mail addresses, each with a wrong password. */
export async function passwordCheck(db: Database): Promise<Check> {
  const passwordHash = await hashPassword("what nobody tries here");
  const now = new Date();
  await db.insert(users).values([
    { email: "dispatcher@example.com", role: "dispatcher", passwordHash },
    { email: "customer@example.com", role: "customer", passwordHash, partyIds: ["p-1"] },
    { email: "disabled@example.com", role: "admin", passwordHash, disabledAt: now },
    { email: "invited@example.com", role: "viewer", passwordHash: null },
  ]);
  const wrong = (name: string, email: string): Kind => ({
    name,
    try: () =>
      verifyPassword(db, email, "a wrong password", (meantId) =>
        recordWrongPassword(db, { email, meantId }, "127.0.0.1"),
      ),
  });
  return {
    name: "password",
    kinds: [
      wrong("an e-mail nobody has", "nobody@example.com"),
      wrong("another nobody has", "somebody.else@example.com"),
      wrong("a dispatcher's", "dispatcher@example.com"),
      wrong("a customer's", "customer@example.com"),
      wrong("somebody disabled", "disabled@example.com"),
      wrong("somebody invited, without a password", "invited@example.com"),
    ],
  };
}
