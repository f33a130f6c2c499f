import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { ROLES } from "@/lib/auth/access/roles";
import { SAMPLE_USER_EMAIL } from "@/lib/auth/accounts/sample-user";
import type { SignedInUser, UserState } from "@/lib/features/users/rules";
import type { Executor } from "@/lib/platform/database/client";
import { queryRows } from "@/lib/platform/database/rows";
import { users } from "@/lib/platform/database/schema/schema";

function stateOf({ disabledAt, taken, linkUntil }: Row): UserState {
  if (disabledAt) return { kind: "disabled", since: disabledAt };
  return taken ? { kind: "active" } : { kind: "invited", until: linkUntil };
}

const userSchema = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  role: z.enum(ROLES),
  partyIds: z.array(z.string()),
  seesCharges: z.boolean(),
  seesDocuments: z.boolean(),
  version: z.number(),
  lastSignedInAt: z.string().nullable(),
  disabledAt: z.string().nullable(),
  taken: z.boolean(),
  linkUntil: z.string().nullable(),
  hasPassword: z.boolean(),
  secondFactor: z.boolean(),
  issuedTokens: z.object({
    links: z.number(),
    embeds: z.number(),
    feeds: z.number(),
    invitations: z.number(),
  }),
  ssoRequests: z.array(
    z.object({ subject: z.string(), name: z.string().nullable(), requestedAt: z.string() }),
  ),
});
type Row = z.infer<typeof userSchema>;

/** Returns all users by role and e-mail, without the author of samples. `until` of an invited user is null when no invitation is valid. */
export async function listUsers(db: Executor): Promise<SignedInUser[]> {
  const rows = await queryRows(
    db,
    userSchema,
    sql`
    select u.id, u.email, u.name, u.role, u.party_ids as "partyIds", u.sees_charges as "seesCharges",
      u.sees_documents as "seesDocuments", u.version,
      to_iso(u.last_signed_in_at) as "lastSignedInAt", to_iso(u.disabled_at) as "disabledAt",
      (u.password_hash is not null or u.sso_subject is not null) as taken, to_iso(i.expires_at) as "linkUntil",
      u.password_hash is not null as "hasPassword", u.totp_secret is not null as "secondFactor",
      jsonb_build_object('links', g.links, 'embeds', g.embeds, 'feeds', g.feeds, 'invitations', g.invitations)
        as "issuedTokens", s.requests as "ssoRequests"
    from users u
    left join lateral (
      select max(expires_at) as expires_at from access_tokens
      where kind = 'invite' and settings ->> 'userId' = u.id::text and revoked_at is null and expires_at > now()
    ) i on true
    cross join lateral (
      select count(*) filter (where kind in ('share', 'order')) as links, count(*) filter (where kind = 'embed') as embeds,
        count(*) filter (where kind in ('wall', 'calendar', 'api')) as feeds,
        count(*) filter (where kind = 'invite') as invitations
      from access_tokens where created_by = u.id and revoked_at is null and (expires_at is null or expires_at > now())
    ) g
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('subject', r.subject, 'name', r.name,
        'requestedAt', to_iso(r.requested_at)) order by r.requested_at desc, r.subject), '[]') as requests
      from sso_link_requests r where r.user_id = u.id
    ) s
    where u.email <> ${SAMPLE_USER_EMAIL}
    order by array_position(${sql.param([...ROLES])}::text[], u.role), u.email`,
  );
  return rows.map((row) => {
    const { disabledAt, taken, linkUntil, ...user } = row;
    const resetUntil = taken && disabledAt === null ? linkUntil : null;
    return { ...user, state: stateOf(row), resetUntil };
  });
}

/** Returns the version of a user, to compare before a change. Null for an unknown id. */
export async function findUserVersion(db: Executor, id: string): Promise<number | null> {
  const [found] = await db.select({ version: users.version }).from(users).where(eq(users.id, id));
  return found?.version ?? null;
}
