import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import type { Role } from "@/lib/auth/access/roles";
import {
  hashPassword,
  makePassword,
  passwordMatches,
  UNMATCHABLE_HASH,
} from "@/lib/auth/passwords/password-hash";
import type { Place } from "@/lib/auth/passwords/password-queue";
import { NO_SECOND_FACTOR } from "@/lib/auth/second-factor/no-second-factor";
import { areOpenSessions } from "@/lib/auth/sessions/session-store";
import type { SessionNamed } from "@/lib/auth/sessions/session-token";
import { forgiveAttempts } from "@/lib/auth/throttling/throttle";
import type { Database, Executor } from "@/lib/platform/database/client";
import { queryRows } from "@/lib/platform/database/rows";
import { sessions, users } from "@/lib/platform/database/schema/schema";
import { AppError } from "@/lib/platform/errors";
import { endInvitations } from "./end-invitations";

/** The signed-in user, as pages and records name them. Incrementing `sessionVersion` ends older sessions. */
export type User = { id: string; email: string; name: string | null; sessionVersion: number; role: Role };

/** The columns of a `User`. */
export const userColumns = {
  id: users.id,
  email: users.email,
  name: users.name,
  sessionVersion: users.sessionVersion,
  role: users.role,
};

/** An e-mail as it is stored and compared. */
export const normalizeEmail = (email: string) => email.trim().toLowerCase();

/** Whether any user exists who can sign in. */
export async function hasUsers(db: Executor): Promise<boolean> {
  return (await db.select({ id: users.id }).from(users).limit(1)).length > 0;
}

/** Creates the first user. Returns false and changes nothing if a user exists. Safe with concurrent starts. */
export async function createFirstUser(
  db: Database,
  first: { email: string; password: string; name?: string },
): Promise<boolean> {
  if (await hasUsers(db)) return false;
  const passwordHash = await hashPassword(first.password);
  return db.transaction(async (transaction) => {
    await transaction.execute(sql`lock table ${users} in share row exclusive mode`);
    if (await hasUsers(transaction)) return false;
    await transaction
      .insert(users)
      .values({ email: normalizeEmail(first.email), name: first.name ?? null, passwordHash, role: "admin" });
    return true;
  });
}

/**
 * Sets a generated password. Also ends every session and password reset link of the user, removes the second factor and
 * lifts a block on their sign-in. Returns the password, which is not stored in readable form. Throws `not_found` for an
 * unknown e-mail.
 */
export async function resetPassword(db: Database, email: string): Promise<string> {
  const password = makePassword();
  const passwordHash = await hashPassword(password);
  const changed = await db
    .update(users)
    .set({ passwordHash, sessionVersion: sql`${users.sessionVersion} + 1`, ...NO_SECOND_FACTOR })
    .where(eq(users.email, normalizeEmail(email)))
    .returning({ id: users.id });
  const [user] = changed;
  if (!user) throw new AppError("not_found", `No user has the email ${normalizeEmail(email)}.`);
  await endInvitations(db, user.id, new Date());
  await forgiveAttempts(db, normalizeEmail(email));
  return password;
}

const meantRowSchema = z.object({ id: z.string(), isMeant: z.boolean(), hash: z.string() });

/**
 * The user with this e-mail, and the hash to check a password against. The hash matches nothing for an unknown e-mail,
 * a disabled user, or a user without a password. One row with a hash is read in every case, so the response time
 * reveals nothing.
 */
async function findMeant(db: Executor, email: string): Promise<{ id: string | null; hash: string }> {
  // For an unknown e-mail the next row is read instead, or the first row after the last one: the same amount of work.
  const rows = await queryRows(
    db,
    meantRowSchema,
    sql`
      select u.id, u.email = ${email} as "isMeant",
        case when u.email = ${email} and u.disabled_at is null and u.password_hash is not null
          then u.password_hash else ${UNMATCHABLE_HASH} end as hash
      from ((select * from users where email >= ${email} order by email limit 1)
        union all (select * from users order by email limit 1)) u limit 1`,
  );
  const [row] = rows;
  return { id: row?.isMeant ? row.id : null, hash: row?.hash ?? UNMATCHABLE_HASH };
}

/** The id of the user with this e-mail, or null. The response time reveals nothing. `email` is normalized. */
export const findMeantUser = async (db: Executor, email: string): Promise<string | null> =>
  (await findMeant(db, email)).id;

/**
 * The user with this e-mail and password, otherwise null. Also null for a disabled user, or one who has not accepted
 * the invitation. `refused` is called with the id of the addressed user. The response time reveals nothing: the user is
 * read only after the password has matched. The hash is computed in `place` of the queue.
 */
export async function verifyPassword(
  db: Executor,
  email: string,
  password: string,
  refused?: (meantId: string | null) => Promise<void>,
  place?: Place,
): Promise<User | null> {
  const { id, hash } = await findMeant(db, normalizeEmail(email));
  const matches = await passwordMatches(password, hash, place);
  const [user] =
    matches && id !== null
      ? await db
          .select(userColumns)
          .from(users)
          .where(and(eq(users.id, id), eq(users.passwordHash, hash), isNull(users.disabledAt)))
      : [];
  if (user) return user;
  await refused?.(id);
  return null;
}

/** Stores the time of the user's sign-in. */
export async function noteSignIn(db: Executor, userId: string): Promise<void> {
  await db.update(users).set({ lastSignedInAt: new Date() }).where(eq(users.id, userId));
}

/**
 * The users named by sessions. Null in the place of one after sign-out or a password reset, and for a deleted or disabled
 * user.
 */
export async function findSessionUsers(
  db: Executor,
  named: readonly SessionNamed[],
): Promise<(User | null)[]> {
  const found = await db
    .select({ ...userColumns, sessionId: sessions.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(areOpenSessions(named.map(({ sessionId }) => sessionId)), isNull(users.disabledAt)));
  return named.map(({ userId, sessionId, sessionVersion }) => {
    const row = found.find((user) => user.sessionId === sessionId);
    if (row?.id !== userId || row.sessionVersion !== sessionVersion) return null;
    const { sessionId: _, ...user } = row;
    return user;
  });
}

/** The user named by a session, or null. See `findSessionUsers`. */
export const findSessionUser = async (db: Executor, session: SessionNamed): Promise<User | null> =>
  (await findSessionUsers(db, [session]))[0] ?? null;
