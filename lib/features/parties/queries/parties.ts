import { sql } from "drizzle-orm";
import { z } from "zod";
import { deletedUpstreamAt, type MaybeDeleted } from "@/lib/mirror/deleted-upstream";
import type { Executor } from "@/lib/platform/database/client";
import { queryRows } from "@/lib/platform/database/rows";

/** A party and the number of containers it has to pull that are not picked up yet. */
export type PartyRow = MaybeDeleted & {
  id: string;
  name: string;
  nickname: string | null;
  containers: number;
  /** Since when it is archived (ISO 8601, UTC), and the party that took over its roles. */
  archivedAt: string | null;
  mergedInto: string | null;
};

const partySchema = z.object({
  id: z.string(),
  name: z.string(),
  nickname: z.string().nullable(),
  containers: z.number(),
  archivedAt: z.string().nullable(),
  mergedInto: z.string().nullable(),
  deletedUpstreamAt: z.string().nullable(),
});

/** Returns the parties of the account by name. */
export async function listParties(executor: Executor): Promise<PartyRow[]> {
  return queryRows(
    executor,
    partySchema,
    sql`
      with loads as (
        select r.party_id, count(distinct r.roleable_id)::int as containers from party_roles r
          join board_rows b on b.container_id = r.roleable_id and not b.picked_up group by r.party_id
      )
      select p.id, p.company_name as name, p.attributes ->> 'nickname' as nickname,
        coalesce(loads.containers, 0) as containers, to_iso(d.archived_at) as "archivedAt", d.merged_into as "mergedInto",
        ${deletedUpstreamAt("party", sql`p.id`)} as "deletedUpstreamAt"
      from parties p left join loads on loads.party_id = p.id
        left join party_details d on d.party_id = p.id
      order by lower(p.company_name), p.id`,
  );
}
