import { and, desc, eq, inArray, isNotNull, isNull, ne, or } from "drizzle-orm";
import { z } from "zod";
import { ROLES } from "@/lib/auth/access/roles";
import type { AuditCode } from "@/lib/auth/audit/audit-codes";
import { KEYED_LOCKS, takeKeyedLock } from "@/lib/platform/database/advisory-locks";
import type { Transaction } from "@/lib/platform/database/client";
import { auditEntries, users } from "@/lib/platform/database/schema/schema";
import { AppError } from "@/lib/platform/errors";
import { normalizeEmail } from "./users";

/** A name as stored; null for none. */
export const nameSchema = z
  .string()
  .trim()
  .max(100, "At most 100 characters.")
  .transform((name) => name || null);

export const emailSchema = z
  .string()
  .transform(normalizeEmail)
  .pipe(z.email("Enter an email address, such as name@example.com.").max(254, "At most 254 characters."));

const termsSchema = z.object({
  role: z.string().pipe(z.enum(ROLES, "Select a role.")),
  partyIds: z.array(z.string().min(1).max(200)).max(500, "At most 500 parties."),
  seesCharges: z.boolean(),
  seesDocuments: z.boolean().default(false),
});

type Terms = z.output<typeof termsSchema>;

const needsParty = ({ role, partyIds }: Terms) => role !== "customer" || partyIds.length > 0;
const NEEDS_PARTY = {
  path: ["partyIds"],
  message: "Select at least one party. The customer sees its containers.",
};

/** A user's terms as stored. Parties and access to charges and documents are stored only for customers. */
const stored = <T extends Terms>(terms: T): T =>
  terms.role === "customer"
    ? { ...terms, partyIds: [...new Set(terms.partyIds)] }
    : { ...terms, partyIds: [], seesCharges: false, seesDocuments: false };

export const newUserSchema = termsSchema
  .extend({ email: emailSchema, name: nameSchema })
  .refine(needsParty, NEEDS_PARTY)
  .transform(stored);

export const changedUserSchema = termsSchema
  .extend({ id: z.uuid(), version: z.coerce.number().int(), name: nameSchema })
  .refine(needsParty, NEEDS_PARTY)
  .transform(stored);

export type UserRow = typeof users.$inferSelect;

/** The audit actions that change a user, with the texts of entries from before the codes. */
const USER_CHANGES: readonly string[] = [
  ...([
    "user.changed",
    "user.disabled",
    "user.enabled",
    "invitation.accepted",
    "password.reset",
    "sso.admitted",
    "sso.confirmed",
  ] satisfies AuditCode[]),
  "changed a user",
  "disabled a user",
  "enabled a user",
  "accepted an invitation",
  "reset a password by link",
  "came in by single sign-on",
  "confirmed a single sign-on",
];

/** Serializes changes of users, so that two admins cannot remove each other's role at the same time. */
export async function lockUsers(tx: Transaction): Promise<void> {
  await takeKeyedLock(tx, KEYED_LOCKS.users, "all");
}

/** Throws `not_found` for an unknown user id. */
export async function requireUser(tx: Transaction, id: string): Promise<UserRow> {
  const [user] = await tx.select().from(users).where(eq(users.id, id));
  if (!user) throw new AppError("not_found", "This user no longer exists. Reload the page.");
  return user;
}

/**
 * Throws `changed_meanwhile`, with the admin who made the change and the current values, if the user was changed since.
 */
export async function requireSameVersion(tx: Transaction, user: UserRow, version: number): Promise<void> {
  if (user.version === version) return;
  const [last] = await tx
    .select({ actor: auditEntries.actor })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.recordType, "user"),
        eq(auditEntries.recordId, user.id),
        inArray(auditEntries.action, [...USER_CHANGES]),
      ),
    )
    .orderBy(desc(auditEntries.id))
    .limit(1);
  const now = `${user.name ?? "no name"}, ${user.role}${user.disabledAt ? ", disabled" : ""}`;
  throw new AppError(
    "changed_meanwhile",
    `${last?.actor ?? "Another user"} changed ${user.email} (now ${now}). Your edits are kept. Save again to overwrite.`,
  );
}

/** Whether any other user can administer Drayboard. Call it after `lockUsers`. */
export async function hasOtherAdmin(tx: Transaction, userId: string): Promise<boolean> {
  const [other] = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.role, "admin"),
        isNull(users.disabledAt),
        or(isNotNull(users.passwordHash), isNotNull(users.ssoSubject)),
        ne(users.id, userId),
      ),
    )
    .limit(1);
  return other !== undefined;
}

/** Throws `not_allowed` if no other user could administer Drayboard afterwards. */
export async function requireOtherAdmin(tx: Transaction, user: UserRow): Promise<void> {
  if (!(await hasOtherAdmin(tx, user.id)))
    throw new AppError(
      "not_allowed",
      `${user.email} is the only admin who can sign in. Make another user an admin first.`,
    );
}
