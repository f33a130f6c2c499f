import { sql } from "drizzle-orm";
import { deletedUpstreamAt, type MaybeDeleted } from "@/lib/mirror/deleted-upstream";
import type { Executor } from "@/lib/platform/database/client";

/** A party and the number of containers it has to pull that are not picked up yet. */
export type PartyRow = MaybeDeleted & {
  id: string;
  name: string;
  nickname: string | null;
  containers: number;
};

/** Returns the parties of the account by name. */
export async function listParties(executor: Executor): Promise<PartyRow[]> {
  const { rows } = await executor.execute<PartyRow>(sql`
    select p.id, p.company_name as name, p.attributes ->> 'nickname' as nickname,
      (select count(distinct r.roleable_id)::int from party_roles r
        join board_rows b on b.container_id = r.roleable_id and not b.picked_up
        where r.party_id = p.id) as containers,
      ${deletedUpstreamAt("party", sql`p.id`)} as "deletedUpstreamAt"
    from parties p order by lower(p.company_name), p.id`);
  return rows;
}
