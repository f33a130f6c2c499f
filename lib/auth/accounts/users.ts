import { and, eq, isNull, sql } from "drizzle-orm";
import type { Role } from "@/lib/auth/access/roles";
import {
  hashPassword,
  makePassword,
  passwordMatches,
  UNMATCHABLE_HASH,
} from "@/lib/auth/passwords/password-hash";
import type { Place } from "@/lib/auth/passwords/password-queue";
import { NO_SECOND_FACTOR } from "@/lib/auth/second-factor/totp";
import { sessionStands } from "@/lib/auth/sessions/session-store";
import type { SessionNamed } from "@/lib/auth/sessions/session-token";
import { forgiveAttempts } from "@/lib/auth/throttling/throttle";
import type { Database, Executor } from "@/lib/platform/database/client";
import { users } from "@/lib/platform/database/schema/schema";
import { AppError } from "@/lib/platform/errors";
import { endInvitations } from "./end-invitations";

/** Who is signed in, as pages and records name them. `sessionVersion` ends older sessions when it rises. */
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

/** Whether anybody can sign in yet. */
export async function hasUsers(db: Executor): Promise<boolean> {
  return (await db.select({ id: users.id }).from(users).limit(1)).length > 0;
}

/** Makes the first user; false, and nothing is changed, when there is a user already. Safe when two starts race. */
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
 * Gives the user a made password, ends every session of theirs and every link to another one, takes a second factor away and lifts a block on their
 * sign-in; answers the password, which is stored nowhere. Throws `not_found` for an e-mail nobody has.
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
  if (!user) throw new AppError("not_found", `No user has the e-mail ${normalizeEmail(email)}.`);
  await endInvitations(db, user.id, new Date());
  await forgiveAttempts(db, normalizeEmail(email));
  return password;
}

/**
 * Whose e-mail this is, and the hash to check a password against; one that nothing matches where nobody has it, for who is
 * disabled and who has no password. The time taken tells nothing: one row with a hash is read whoever is meant.
 */
async function findMeant(db: Executor, email: string): Promise<{ id: string | null; hash: string }> {
  // Where nobody has the e-mail the next one's row is read in its place, behind the last the first: as long a way.
  const { rows } = await db.execute<{ id: string; isMeant: boolean; hash: string }>(sql`
    select u.id, u.email = ${email} as "isMeant",
      case when u.email = ${email} and u.disabled_at is null and u.password_hash is not null
        then u.password_hash else ${UNMATCHABLE_HASH} end as hash
    from ((select * from users where email >= ${email} order by email limit 1)
      union all (select * from users order by email limit 1)) u limit 1`);
  const [row] = rows;
  return { id: row?.isMeant ? row.id : null, hash: row?.hash ?? UNMATCHABLE_HASH };
}

/** Whose e-mail this is, null for nobody's; the time taken tells nothing of it. `email` as users have it. */
export const findMeantUser = async (db: Executor, email: string): Promise<string | null> =>
  (await findMeant(db, email)).id;

/**
 * The user whose e-mail and password these are, else null, as for who is disabled or has not taken their invitation;
 * `refused` is reported who was meant. The time taken tells nothing: the user is read only once the password has matched. The
 * hash is computed in `place` of the queue.
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

/** Notes that the user has signed in just now. */
export async function noteSignIn(db: Executor, userId: string): Promise<void> {
  await db.update(users).set({ lastSignedInAt: new Date() }).where(eq(users.id, userId));
}

/**
 * The user a session names, while it was not signed out of, and they exist, are not disabled, and had no password reset
 * since.
 */
export async function findSessionUser(db: Executor, session: SessionNamed): Promise<User | null> {
  const [user] = await db
    .select(userColumns)
    .from(users)
    .where(
      and(
        eq(users.id, session.userId),
        eq(users.sessionVersion, session.sessionVersion),
        isNull(users.disabledAt),
        sessionStands(db, session.sessionId),
      ),
    );
  return user ?? null;
}
