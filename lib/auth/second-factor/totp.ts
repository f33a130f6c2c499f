import { createHash } from "node:crypto";
import { and, eq, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { type User, userColumns } from "@/lib/auth/accounts/users";
import { recordAuditEntry } from "@/lib/auth/audit/audit-log";
import { readableText } from "@/lib/auth/passwords/random-code";
import type { Database, Executor } from "@/lib/platform/database/client";
import { users } from "@/lib/platform/database/schema/schema";
import { AppError } from "@/lib/platform/errors";
import { logger } from "@/lib/platform/log";
import { seal, sealedAnew, unseal } from "@/lib/platform/secrets/seal";
import { NO_SECOND_FACTOR } from "./no-second-factor";

const log = logger("auth");

const PERIOD_SECONDS = 30;
const RECOVERY_CODES = 10;
/** 49 bits, with ten attempts per quarter of an hour. */
const RECOVERY_LETTERS = 10;
const RECOVERY_SHAPE = /^[a-z2-9]{10}$/;

type Who = { userId: string; email: string };

const about = (userId: string) => `second factor of ${userId}`;

const totpOf = (email: string, secret: Secret) =>
  new TOTP({ issuer: "Drayboard", label: email, period: PERIOD_SECONDS, digits: 6, secret });

/** A code as it is compared: without the spaces and hyphens that users type. */
const plainCode = (code: string) => code.toLowerCase().replace(/[\s-]/g, "");

const hashOf = (userId: string, code: string) =>
  createHash("sha256").update(`${userId} ${code}`).digest("base64url");

/** The time step of a six-digit code, with one step of clock difference allowed; null for a wrong code. */
function stepOf(sealed: string, { userId, email }: Who, code: string, now: Date): number | null {
  const text = /^\d{6}$/.test(code) ? unseal(sealed, about(userId)) : null;
  if (text === null) return null;
  const timestamp = now.getTime();
  const delta = totpOf(email, Secret.fromBase32(text)).validate({ token: code, timestamp, window: 1 });
  return delta === null ? null : TOTP.counter({ period: PERIOD_SECONDS, timestamp }) + delta;
}

/** Whether a user must enter a code at sign-in. */
export async function hasSecondFactor(db: Executor, userId: string): Promise<boolean> {
  const [found] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.totpSecret)));
  return found !== undefined;
}

/** Whether a user has a password at Drayboard, so that a second factor can be required in addition. */
export async function hasPassword(db: Executor, userId: string): Promise<boolean> {
  const [found] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.passwordHash)));
  return found !== undefined;
}

/**
 * Creates the secret of a second factor, which becomes active once `confirmSecondFactor` receives a valid code. Returns
 * the input for an authenticator app: the secret as text, and the address for the QR code. Throws `not_allowed` if a
 * second factor is active.
 */
export async function beginSecondFactor(
  db: Database,
  { userId, email }: Who,
): Promise<{ secret: string; address: string }> {
  const secret = new Secret({ size: 20 });
  const begun = await db
    .update(users)
    .set({ totpPending: seal(secret.base32, about(userId)) })
    .where(and(eq(users.id, userId), isNull(users.totpSecret)))
    .returning({ id: users.id });
  if (begun.length === 0)
    throw new AppError("not_allowed", "Two-factor authentication is already on. Remove it first.");
  return { secret: secret.base32, address: totpOf(email, secret).toString() };
}

const wrongCode = () => {
  const message = "Incorrect code. Enter the current code from your app.";
  return new AppError("bad_input", message, { details: [{ pointer: "code", message }] });
};

/**
 * Activates the pending second factor with a valid code. Ends every session of the user: one that was begun without a
 * code may be another person's. Returns the user, for whom the caller starts a new session in this browser, and ten
 * recovery codes, each valid once in place of a code and stored only as hashes. Throws `bad_input` that points at `code`.
 */
export async function confirmSecondFactor(
  db: Database,
  who: Who,
  typed: string,
  now: Date,
): Promise<{ user: User; recovery: string[] }> {
  const { userId, email } = who;
  return db.transaction(async (tx) => {
    const [begun] = await tx
      .select({ pending: users.totpPending })
      .from(users)
      .where(and(eq(users.id, userId), isNull(users.totpSecret)))
      .for("update");
    const step = begun?.pending ? stepOf(begun.pending, who, plainCode(typed), now) : null;
    if (!begun?.pending || step === null) throw wrongCode();
    const codes = Array.from({ length: RECOVERY_CODES }, () => readableText(RECOVERY_LETTERS));
    const [user] = await tx
      .update(users)
      .set({
        sessionVersion: sql`${users.sessionVersion} + 1`,
        totpSecret: begun.pending,
        totpPending: null,
        totpStep: step,
        recoveryCodes: codes.map((code) => hashOf(userId, code)),
      })
      .where(and(eq(users.id, userId), isNull(users.disabledAt)))
      .returning(userColumns);
    if (!user) throw new AppError("not_signed_in", "Your session has ended. Sign in again.");
    const record = { type: "user", id: userId };
    await recordAuditEntry(tx, who, { action: "second_factor.set_up", record, data: { email } });
    return { user, recovery: codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`) };
  });
}

/**
 * Uses up a code of a user's app, or a recovery code, so that it is valid only once. Returns false for a wrong or used
 * one.
 */
export async function takeCode(db: Executor, who: Who, typed: string, now: Date): Promise<boolean> {
  const code = plainCode(typed);
  const { userId } = who;
  if (RECOVERY_SHAPE.test(code)) {
    const hash = hashOf(userId, code);
    const taken = await db
      .update(users)
      .set({ recoveryCodes: sql`array_remove(${users.recoveryCodes}, ${hash})` })
      .where(and(eq(users.id, userId), sql`${hash} = any(${users.recoveryCodes})`))
      .returning({ id: users.id });
    return taken.length > 0;
  }
  const [found] = await db.select({ sealed: users.totpSecret }).from(users).where(eq(users.id, userId));
  const step = found?.sealed ? stepOf(found.sealed, who, code, now) : null;
  if (step === null) return false;
  const taken = await db
    .update(users)
    .set({ totpStep: step })
    .where(and(eq(users.id, userId), or(isNull(users.totpStep), lt(users.totpStep, step))))
    .returning({ id: users.id });
  return taken.length > 0;
}

/**
 * Encrypts the users' second factors that use an earlier key with the current key. Returns the number of users, and
 * logs it with the number of those that no key of Drayboard can decrypt.
 */
export async function resealSecondFactors(db: Database): Promise<number> {
  const stored = await db
    .select({ userId: users.id, secret: users.totpSecret, pending: users.totpPending })
    .from(users)
    .where(or(isNotNull(users.totpSecret), isNotNull(users.totpPending)));
  let [renewed, unread] = [0, 0];
  for (const { userId, secret, pending } of stored) {
    if (secret !== null && unseal(secret, about(userId)) === null) unread += 1;
    const totpSecret = secret && sealedAnew(secret, about(userId));
    const totpPending = pending && sealedAnew(pending, about(userId));
    if (!totpSecret && !totpPending) continue;
    // A user who removed the second factor or began another one in the meantime keeps that change.
    const same = [
      secret === null ? isNull(users.totpSecret) : eq(users.totpSecret, secret),
      pending === null ? isNull(users.totpPending) : eq(users.totpPending, pending),
    ];
    const done = await db
      .update(users)
      .set({ totpSecret: totpSecret || undefined, totpPending: totpPending || undefined })
      .where(and(eq(users.id, userId), ...same))
      .returning({ id: users.id });
    renewed += done.length;
  }
  if (renewed + unread > 0) log.warn({ renewed, unread }, "second factors of another key");
  return renewed;
}

/** Counts the second factors that none of these keys decrypts. */
export async function countUnreadSecondFactors(db: Database, materials: readonly string[]): Promise<number> {
  const stored = await db
    .select({ userId: users.id, secret: users.totpSecret })
    .from(users)
    .where(isNotNull(users.totpSecret));
  return stored.filter(
    ({ userId, secret }) => secret !== null && unseal(secret, about(userId), materials) === null,
  ).length;
}

/** Removes the user's own second factor with a code. Throws `bad_input` that points at `code`. */
export async function removeSecondFactor(db: Database, who: Who, typed: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await takeCode(tx, who, typed, now))) throw wrongCode();
    await tx.update(users).set(NO_SECOND_FACTOR).where(eq(users.id, who.userId));
    const record = { type: "user", id: who.userId };
    const data = { email: who.email };
    await recordAuditEntry(tx, who, { action: "second_factor.removed", record, data });
  });
}
