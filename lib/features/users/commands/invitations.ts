import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import type { Writer } from "@/lib/auth/access/actor";
import { lockUsers, nameSchema, newUserSchema, requireUser } from "@/lib/auth/accounts/account-rules";
import { endInvitations } from "@/lib/auth/accounts/end-invitations";
import { type User, userColumns } from "@/lib/auth/accounts/users";
import { recordAuditEntry } from "@/lib/auth/audit/audit-log";
import { command } from "@/lib/auth/commands/command";
import { hashPassword } from "@/lib/auth/passwords/password-hash";
import { passwordProblem } from "@/lib/auth/passwords/password-policy";
import { forgiveAttempts } from "@/lib/auth/throttling/throttle";
import {
  findAccessToken,
  isTokenValid,
  makeAccessToken,
  revokeAccessToken,
} from "@/lib/auth/tokens/access-tokens";
import type { Database, Executor, Transaction } from "@/lib/platform/database/client";
import { users } from "@/lib/platform/database/schema/schema";
import { transact } from "@/lib/platform/database/transaction";
import { AppError } from "@/lib/platform/errors";

const DAY_MS = 24 * 60 * 60 * 1000;

/** `join`: an invited user sets the first password. `reset`: a user sets a new password for a lost one. */
export type InvitationPurpose = "join" | "reset";

const LASTS_MS: Record<InvitationPurpose, number> = { join: 7 * DAY_MS, reset: DAY_MS };

const settingsSchema = z.object({
  userId: z.uuid(),
  purpose: z.enum(["join", "reset"]).default("join"),
});

/** A new invitation. `token` is shown once and not stored. */
export type NewInvitation = { email: string; token: string; expiresAt: Date };

/** The user and the purpose of an invitation. `secondFactor`: whether a code is required at sign-in. */
export type Invitation = {
  tokenId: string;
  purpose: InvitationPurpose;
  userId: string;
  email: string;
  name: string | null;
  secondFactor: boolean;
};

/** Creates an invitation and ends the previous ones. */
export async function makeInvitation(
  tx: Transaction,
  by: Writer,
  person: { id: string; email: string },
  { purpose, now }: { purpose: InvitationPurpose; now: Date },
): Promise<NewInvitation> {
  await endInvitations(tx, person.id, now);
  const expiresAt = new Date(now.getTime() + LASTS_MS[purpose]);
  const { token } = await makeAccessToken(tx, {
    kind: "invite",
    label: person.email,
    settings: { userId: person.id, purpose },
    createdBy: by.userId,
    expiresAt,
  });
  return { email: person.email, token, expiresAt };
}

/**
 * Creates a user who can sign in after accepting the invitation, valid for seven days. Throws `bad_input` with the
 * pointer `email` when the e-mail is already in use.
 */
export const inviteUser = command(
  { right: "administer", input: newUserSchema },
  async ({ db, actor, now }, person): Promise<NewInvitation> => {
    return transact(db, async (tx) => {
      const [made] = await tx
        .insert(users)
        .values(person)
        .onConflictDoNothing({ target: users.email })
        .returning({ id: users.id });
      if (!made) {
        const message = "A user with this email already exists. Find them in the list.";
        throw new AppError("bad_input", message, { details: [{ pointer: "email", message }] });
      }
      const { email, role } = person;
      const record = { type: "user", id: made.id };
      await recordAuditEntry(tx, actor, { action: "user.invited", record, data: { email, role } });
      return makeInvitation(tx, actor, { id: made.id, email: person.email }, { purpose: "join", now });
    });
  },
);

/**
 * Creates a new invitation for a user who has not accepted one. The previous one becomes invalid. Throws `not_allowed`,
 * `not_found`.
 */
export const inviteAgain = command(
  { right: "administer", input: z.object({ id: z.uuid() }) },
  async ({ db, actor, now }, { id }): Promise<NewInvitation> => {
    return transact(db, async (tx) => {
      await lockUsers(tx);
      const person = await requireUser(tx, id);
      if (person.passwordHash !== null || person.ssoSubject !== null)
        throw new AppError("not_allowed", `${person.email} already accepted the invitation and can sign in.`);
      if (person.disabledAt !== null)
        throw new AppError("not_allowed", `${person.email} is disabled. Enable the user first.`);
      const record = { type: "user", id };
      const { email } = person;
      await recordAuditEntry(tx, actor, { action: "user.invited_again", record, data: { email } });
      return makeInvitation(tx, actor, person, { purpose: "join", now });
    });
  },
);

/** Returns a valid invitation: not accepted, ended or expired, and its user not disabled. Else null. */
export async function findInvitation(db: Executor, token: string, now: Date): Promise<Invitation | null> {
  const found = await findAccessToken(db, "invite", token);
  const settings = found && isTokenValid(found, now) ? settingsSchema.safeParse(found.settings) : null;
  if (!found || !settings?.success) return null;
  const { userId, purpose } = settings.data;
  const [person] = await db
    .select({
      userId: users.id,
      email: users.email,
      name: users.name,
      secondFactor: sql<boolean>`${users.totpSecret} is not null`,
    })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.disabledAt)));
  return person ? { tokenId: found.id, purpose, ...person } : null;
}

const ENDED = {
  join: "This invitation is no longer valid. Ask the sender for a new one.",
  reset: "This link is no longer valid. Ask the sender for a new one.",
} as const;

/**
 * Accepts an invitation with the chosen password, and with the name when joining. The invitation becomes invalid and
 * all sessions of the user end. Throws `not_found` for an invalid invitation (also when it is submitted twice
 * concurrently), `bad_input` with the pointer `name` or `password`.
 */
export async function takeInvitation(
  db: Database,
  { token, name: typed, password }: { token: string; name: string; password: string },
  now: Date,
): Promise<{ user: User; invitation: Invitation }> {
  const invitation = await findInvitation(db, token, now);
  if (!invitation) throw new AppError("not_found", ENDED.join);
  const { email, purpose } = invitation;
  const name = nameSchema.safeParse(purpose === "join" ? typed : (invitation.name ?? ""));
  const details = [
    { pointer: "name", message: name.success ? null : "At most 100 characters." },
    { pointer: "password", message: passwordProblem(password, { email, name: name.data ?? null }) },
  ].flatMap(({ pointer, message }) => (message === null ? [] : [{ pointer, message }]));
  if (details.length > 0) throw new AppError("bad_input", "Check the name and password.", { details });
  const chosen = { name: name.data ?? null, passwordHash: await hashPassword(password) };
  const user = await keepChosen(db, invitation, chosen, now);
  // A user with a lost password has probably made failed attempts.
  if (purpose === "reset") await forgiveAttempts(db, email);
  return { user, invitation };
}

/** Ends the invitation and stores the chosen values in one transaction. */
function keepChosen(
  db: Database,
  { tokenId, userId, email, purpose }: Invitation,
  chosen: { name: string | null; passwordHash: string },
  now: Date,
): Promise<User> {
  return transact(db, async (tx) => {
    const ended = await revokeAccessToken(tx, tokenId, ["invite"], now);
    const [user] = ended
      ? await tx
          .update(users)
          .set({
            ...chosen,
            lastSignedInAt: purpose === "join" ? now : undefined,
            sessionVersion: sql`${users.sessionVersion} + 1`,
            version: sql`${users.version} + 1`,
          })
          .where(and(eq(users.id, userId), isNull(users.disabledAt), isFor(purpose)))
          .returning(userColumns)
      : [];
    if (!user) throw new AppError("not_found", ENDED[purpose]);
    await recordAuditEntry(
      tx,
      { userId, email },
      {
        action: purpose === "join" ? "invitation.accepted" : "password.reset",
        record: { type: "user", id: userId },
        data: { email },
      },
    );
    return user;
  });
}

/**
 * A password link requires an existing password. An invitation requires a user who cannot sign in yet. The account may
 * have been linked to single sign-on in the meantime.
 */
const isFor = (purpose: InvitationPurpose) =>
  purpose === "reset"
    ? isNotNull(users.passwordHash)
    : and(isNull(users.passwordHash), isNull(users.ssoSubject));
