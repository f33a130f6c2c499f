import { eq } from "drizzle-orm";
import { z } from "zod";
import { ROLES, type Role } from "@/lib/auth/access/roles";
import { hasOtherAdmin, lockUsers, type UserRow } from "@/lib/auth/accounts/account-rules";
import { endInvitations, hasInvitation } from "@/lib/auth/accounts/end-invitations";
import { normalizeEmail, type User, userColumns } from "@/lib/auth/accounts/users";
import { recordAuditEntry } from "@/lib/auth/audit/audit-log";
import type { SingleSignOn } from "@/lib/platform/config/config";
import type { Database, Transaction } from "@/lib/platform/database/client";
import { users } from "@/lib/platform/database/schema/schema";
import { transact } from "@/lib/platform/database/transaction";
import { dropSsoLinkRequests, requestSsoLink } from "./sso-link-requests";

/**
 * The reason why the provider's claims were refused. `no_role`: in no group with a role. `no_email`: another user's
 * e-mail, or none. `unconfirmed`: the e-mail belongs to an existing user and the provider does not state that it
 * verified it. `only_admin`: the groups would remove the role of the only admin, who was not linked before.
 */
export type SsoRefusal = "no_role" | "disabled" | "no_email" | "unconfirmed" | "only_admin";

export type SsoOutcome = { kind: "signed_in"; user: User } | { kind: "refused"; reason: SsoRefusal };

const claimsSchema = z.object({
  iss: z.string().min(1).max(500),
  sub: z.string().min(1).max(500),
  email: z.string().transform(normalizeEmail).pipe(z.email().max(254)),
  email_verified: z.boolean().optional(),
  name: z.string().trim().max(100).catch("").default(""),
});

const groupsSchema = z.union([z.array(z.string()), z.string().transform((group) => [group])]).catch([]);

/** The highest role of any of the groups; null if no group has a role. */
function roleOf(claims: object, { groupsClaim, roles }: SingleSignOn): Role | null {
  const groups = groupsSchema.parse(Reflect.get(claims, groupsClaim));
  const given = new Set(groups.map((group) => roles.get(group)));
  return ROLES.find((role) => given.has(role)) ?? null;
}

const refused = (reason: SsoRefusal): SsoOutcome => ({ kind: "refused", reason });

/** The user linked to a subject, otherwise the user with the e-mail, who may not be linked yet. */
async function findUser(tx: Transaction, subject: string, email: string) {
  const [known] = await tx.select().from(users).where(eq(users.ssoSubject, subject)).for("update");
  if (known) return known;
  const [named] = await tx.select().from(users).where(eq(users.email, email)).for("update");
  return named ?? null;
}

/**
 * Whether a subject may be linked to an existing user by e-mail: the provider verified the e-mail, or an admin invited
 * this e-mail and the invitation is unused. Otherwise anyone able to choose an e-mail at the provider could take over
 * the account.
 */
async function mayLink(tx: Transaction, person: UserRow, verified: boolean, now: Date): Promise<boolean> {
  if (verified) return true;
  return person.passwordHash === null && (await hasInvitation(tx, person.id, now));
}

/** Whether the groups would remove the role of the only admin who can sign in. */
async function wouldLeaveNoAdmin(tx: Transaction, person: UserRow | null, input: Role): Promise<boolean> {
  if (person?.role !== "admin" || input === "admin") return false;
  await lockUsers(tx);
  return !(await hasOtherAdmin(tx, person.id));
}

type Named = { subject: string; email: string; name: string; role: Role; verified: boolean };

/** The reason why a user is not admitted with the role of their groups; null if admitted. */
async function refusalOf(
  tx: Transaction,
  person: UserRow,
  named: Named,
  now: Date,
): Promise<SsoRefusal | null> {
  if (person.disabledAt) return "disabled";
  if (person.ssoSubject === named.subject) return null;
  // An e-mail that was reassigned to another person at the provider does not transfer the first person's rights.
  if (person.ssoSubject !== null) return "no_email";
  if (!(await mayLink(tx, person, named.verified, now))) {
    await requestSsoLink(tx, person, named, now);
    return "unconfirmed";
  }
  return (await wouldLeaveNoAdmin(tx, person, named.role)) ? "only_admin" : null;
}

async function letIn(tx: Transaction, named: Named, now: Date): Promise<SsoOutcome> {
  const { subject, email, name } = named;
  const person = await findUser(tx, subject, email);
  const reason = person && (await refusalOf(tx, person, named, now));
  if (reason) return refused(reason);
  if (person?.ssoSubject === null) {
    // An open invitation would set a password that bypasses the provider.
    await endInvitations(tx, person.id, now);
    await dropSsoLinkRequests(tx, person.id);
  }
  // Only an admin who was linked before keeps the role here: no role is ever raised.
  const staysAdmin = await wouldLeaveNoAdmin(tx, person, named.role);
  const role = staysAdmin ? "admin" : named.role;
  const isChange = person?.role !== role || person.ssoSubject === null;
  const values = {
    ssoSubject: subject,
    role,
    partyIds: [],
    seesCharges: false,
    seesDocuments: false,
    lastSignedInAt: now,
  };
  const [user] = person
    ? await tx
        .update(users)
        .set({
          ...values,
          name: person.name ?? (name || null),
          version: person.version + (isChange ? 1 : 0),
        })
        .where(eq(users.id, person.id))
        .returning(userColumns)
    : await tx
        .insert(users)
        .values({ ...values, email, name: name || null })
        .returning(userColumns);
  if (!user) throw new Error("nobody was let in");
  if (isChange)
    await recordAuditEntry(
      tx,
      { userId: user.id, email: user.email },
      {
        action: "sso.admitted",
        record: { type: "user", id: user.id },
        data: {
          email: user.email,
          role,
          formerRole: person && person.role !== role ? person.role : null,
        },
      },
    );
  if (staysAdmin)
    await recordAuditEntry(
      tx,
      { userId: user.id, email: user.email },
      {
        action: "admin_role.stayed",
        record: { type: "user", id: user.id },
        data: { email: user.email, groupRole: named.role },
      },
    );
  return { kind: "signed_in", user };
}

/** Signs out a user who is in no group anymore, on all browsers. */
async function shutOut(tx: Transaction, subject: string): Promise<void> {
  const [person] = await tx.select().from(users).where(eq(users.ssoSubject, subject)).for("update");
  if (!person) return;
  await tx
    .update(users)
    .set({ sessionVersion: person.sessionVersion + 1 })
    .where(eq(users.id, person.id));
  await recordAuditEntry(
    tx,
    { userId: person.id, email: person.email },
    {
      action: "sso.failed",
      record: { type: "user", id: person.id },
      data: { email: person.email, reason: "no_group" },
    },
  );
}

/**
 * Signs in whom the provider names with these claims of a checked ID token: their role follows their groups each time, but
 * for the only admin's, and who was not known is made. An existing user is linked by e-mail only with `email_verified`
 * true or an open invitation; else the subject waits for an admin's confirmation (docs/decisions/0021). Who is in no group with a role is refused, and signed out where
 * they are signed in.
 */
export async function signInWithClaims(
  db: Database,
  claims: object,
  settings: SingleSignOn,
  now: Date,
): Promise<SsoOutcome> {
  const read = claimsSchema.safeParse(claims);
  if (!read.success || read.data.email_verified === false) return refused("no_email");
  const { iss, sub, email, name, email_verified } = read.data;
  const subject = `${iss} ${sub}`;
  const role = roleOf(claims, settings);
  return transact(db, async (tx) => {
    if (role) return letIn(tx, { subject, email, name, role, verified: email_verified === true }, now);
    await shutOut(tx, subject);
    return refused("no_role");
  });
}
