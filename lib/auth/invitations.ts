import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database, Executor, Transaction } from "@/lib/db/client";
import { accessTokens, users } from "@/lib/db/schema";
import { transact } from "@/lib/db/transact";
import { AppError } from "@/lib/errors";
import { findAccessToken, makeAccessToken, revokeAccessToken, tokenStands } from "./access-tokens";
import { recordAct } from "./audit";
import { hashPassword } from "./password";
import { passwordProblem } from "./password-rule";
import { type ByAdmin, lockPeople, nameSchema, newPersonSchema, requirePerson } from "./person-terms";
import { type User, userColumns } from "./users";

const INVITATION_MS = 7 * 24 * 60 * 60 * 1000;

const settingsSchema = z.object({ userId: z.uuid() });

/** An invitation just made: `token` is shown once and kept nowhere. */
export type NewInvitation = { email: string; token: string; expiresAt: Date };

/** Who an invitation is for. */
export type Invitation = { tokenId: string; userId: string; email: string; name: string | null };

/** Ends what invitations somebody has. */
export async function endInvitations(tx: Transaction, userId: string, now: Date): Promise<void> {
  await tx
    .update(accessTokens)
    .set({ revokedAt: now })
    .where(
      and(
        eq(accessTokens.kind, "invite"),
        isNull(accessTokens.revokedAt),
        sql`${accessTokens.settings} ->> 'userId' = ${userId}`,
      ),
    );
}

async function makeInvitation(
  tx: Transaction,
  by: ByAdmin,
  person: { id: string; email: string },
  now: Date,
): Promise<NewInvitation> {
  await endInvitations(tx, person.id, now);
  const expiresAt = new Date(now.getTime() + INVITATION_MS);
  const { token } = await makeAccessToken(tx, {
    kind: "invite",
    label: person.email,
    settings: { userId: person.id },
    madeBy: by.userId,
    expiresAt,
  });
  return { email: person.email, token, expiresAt };
}

/**
 * Makes a person who can sign in once they have taken their invitation, good for seven days. Throws `bad_input` that points
 * at `email` when somebody has it already.
 */
export async function invitePerson(
  db: Database,
  by: ByAdmin,
  asked: z.input<typeof newPersonSchema>,
  now: Date,
): Promise<NewInvitation> {
  const person = newPersonSchema.parse(asked);
  return transact(db, async (tx) => {
    const [made] = await tx
      .insert(users)
      .values(person)
      .onConflictDoNothing({ target: users.email })
      .returning({ id: users.id });
    if (!made) {
      const message = "Somebody here has this e-mail already: look for them in the list.";
      throw new AppError("bad_input", message, { details: [{ pointer: "email", message }] });
    }
    const detail = `${person.email}: ${person.role}`;
    const record = { type: "user", id: made.id };
    await recordAct(tx, by, { action: "invited a person", record, detail });
    return makeInvitation(tx, by, { id: made.id, email: person.email }, now);
  });
}

/** Another invitation for who has not taken theirs; the one before opens nothing more. Throws `not_allowed`, `not_found`. */
export async function inviteAgain(
  db: Database,
  by: ByAdmin,
  asked: { id: string },
  now: Date,
): Promise<NewInvitation> {
  const id = z.uuid().parse(asked.id);
  return transact(db, async (tx) => {
    await lockPeople(tx);
    const person = await requirePerson(tx, id);
    if (person.passwordHash !== null || person.ssoSubject !== null)
      throw new AppError("not_allowed", `${person.email} has taken the invitation and can sign in.`);
    if (person.disabledAt !== null)
      throw new AppError("not_allowed", `${person.email} is disabled: enable them first.`);
    const record = { type: "user", id };
    await recordAct(tx, by, {
      action: "invited a person again",
      record,
      detail: person.email,
    });
    return makeInvitation(tx, by, person, now);
  });
}

/** Who an invitation is for, while it stands: not taken, not ended, not expired, its person not disabled. Else null. */
export async function findInvitation(db: Executor, token: string, now: Date): Promise<Invitation | null> {
  const found = await findAccessToken(db, "invite", token);
  const settings = found && tokenStands(found, now) ? settingsSchema.safeParse(found.settings) : null;
  if (!found || !settings?.success) return null;
  const [person] = await db
    .select({ userId: users.id, email: users.email, name: users.name })
    .from(users)
    .where(and(eq(users.id, settings.data.userId), isNull(users.disabledAt)));
  return person ? { tokenId: found.id, ...person } : null;
}

const ENDED = "This invitation has ended. Ask whoever sent it for a new one.";

/**
 * Takes an invitation with the name and password its person chose; it opens nothing more then. Throws `not_found` for one
 * that does not stand (also when it is sent twice at once), `bad_input` that points at `name` or `password`.
 */
export async function takeInvitation(
  db: Database,
  { token, name: typed, password }: { token: string; name: string; password: string },
  now: Date,
): Promise<User> {
  const invitation = await findInvitation(db, token, now);
  if (!invitation) throw new AppError("not_found", ENDED);
  const { tokenId, userId, email } = invitation;
  const name = nameSchema.safeParse(typed);
  const details = [
    { pointer: "name", message: name.success ? null : "At most 100 characters." },
    { pointer: "password", message: passwordProblem(password, { email, name: name.data ?? null }) },
  ].flatMap(({ pointer, message }) => (message === null ? [] : [{ pointer, message }]));
  if (details.length > 0) throw new AppError("bad_input", "Choose another.", { details });
  const passwordHash = await hashPassword(password);
  return db.transaction(async (tx) => {
    if (!(await revokeAccessToken(tx, tokenId, ["invite"], now))) throw new AppError("not_found", ENDED);
    const [user] = await tx
      .update(users)
      .set({
        name: name.data ?? null,
        passwordHash,
        lastSignedInAt: now,
        sessionVersion: sql`${users.sessionVersion} + 1`,
        version: sql`${users.version} + 1`,
      })
      .where(and(eq(users.id, userId), isNull(users.disabledAt)))
      .returning(userColumns);
    if (!user) throw new AppError("not_found", ENDED);
    await recordAct(
      tx,
      { userId, email },
      {
        action: "took an invitation",
        record: { type: "user", id: userId },
        detail: email,
      },
    );
    return user;
  });
}
