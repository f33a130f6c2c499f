import { eq, sql } from "drizzle-orm";
import type { Reader } from "@/tracking-service/store/database";
import { accounts, containers } from "@/tracking-service/store/schema";
import type { FactsDelta } from "./state-diff";

/** Only accounts whose plan includes the feature get rail deadlines (interface.md, Authentication: gated features). */
const FEATURE = "rail_lfd";

/** Removes the rail deadline from a report's facts when the account lacks the feature. */
export async function withoutHiddenDeadline(
  tx: Reader,
  accountId: string,
  delta: FactsDelta,
): Promise<FactsDelta> {
  const deadlines = delta.container.import_deadlines;
  if (!deadlines?.pickup_lfd_rail) return delta;
  const [account] = await tx
    .select({ features: accounts.features })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  if (account?.features.includes(FEATURE)) return delta;
  return {
    ...delta,
    container: { ...delta.container, import_deadlines: { ...deadlines, pickup_lfd_rail: null } },
  };
}

/**
 * Removes stored rail deadlines of an account without the feature, or of one of its shipments. Then pickup_lfd comes
 * from the line, otherwise from the terminal, as in withCoalesced.
 */
export async function hideRailDeadlines(
  tx: Reader,
  { accountId, shipmentId }: { accountId: string; shipmentId?: string },
): Promise<void> {
  const { attributes } = containers;
  const reported = (name: string) =>
    sql`nullif(${attributes}->'import_deadlines'->${name}::text, 'null'::jsonb)`;
  await tx
    .update(containers)
    .set({
      attributes: sql`${attributes} || jsonb_build_object(
        'import_deadlines', ${attributes}->'import_deadlines' || '{"pickup_lfd_rail": null}'::jsonb,
        'ind_facility_lfd_on', null,
        'pickup_lfd', coalesce(${reported("pickup_lfd_line")}, ${reported("pickup_lfd_terminal")}, 'null'::jsonb))`,
    })
    .where(sql`${containers.accountId} = ${accountId}
      ${shipmentId === undefined ? sql`` : sql`and ${containers.shipmentId} = ${shipmentId}`}
      and ${reported("pickup_lfd_rail")} is not null
      and exists (select 1 from ${accounts} where ${accounts.id} = ${accountId}
        and not ${FEATURE} = any(${accounts.features}))`);
}
