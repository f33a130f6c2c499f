import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Writer } from "@/lib/auth/access/actor";
import { zoneKnown } from "@/lib/domain/time/zoned-time";
import type { Executor } from "@/lib/platform/database/client";
import { DEFAULT_PREFERENCES, DENSITIES, type Preferences, THEMES, ZONE_SHOWS } from "./rules";

const LONGEST_ZONE = 64;

/** What of the preferences is to be another. Refuses what the dashboard does not offer, a zone nobody knows among it. */
export const preferenceChangeSchema = z
  .object({
    theme: z.enum(THEMES),
    density: z.enum(DENSITIES),
    zones: z.enum(ZONE_SHOWS),
    zone: z.string().max(LONGEST_ZONE).refine(zoneKnown, { error: "No such time zone is known here." }),
  })
  .partial()
  .strict();
export type PreferenceChange = z.infer<typeof preferenceChangeSchema>;

/** What stands in the settings, next to what other pages keep there; a part that is none of ours counts as unset. */
const keptSchema = z.object({
  theme: z.enum(THEMES).catch(DEFAULT_PREFERENCES.theme),
  density: z.enum(DENSITIES).catch(DEFAULT_PREFERENCES.density),
  zones: z.enum(ZONE_SHOWS).catch(DEFAULT_PREFERENCES.zones),
  zone: z.string().refine(zoneKnown).nullable().catch(DEFAULT_PREFERENCES.zone),
});

/** How a person has the dashboard; the dashboard's own way where they never chose. */
export async function readPreferences(executor: Executor, { userId }: Writer): Promise<Preferences> {
  const { rows } = await executor.execute<{ settings: unknown }>(
    sql`select settings from preferences where user_id = ${userId}::uuid`,
  );
  return keptSchema.parse(rows[0]?.settings ?? {});
}

/** Keeps what is given; what is not stays as it was. Of two windows each keeps its own choice. */
export async function keepPreferences(
  executor: Executor,
  { userId }: Writer,
  change: PreferenceChange,
): Promise<Preferences> {
  const kept = preferenceChangeSchema.parse(change);
  const { rows } = await executor.execute<{ settings: unknown }>(sql`
    insert into preferences as p (user_id, settings) values (${userId}::uuid, ${JSON.stringify(kept)}::jsonb)
    on conflict (user_id) do update set settings = p.settings || excluded.settings, updated_at = clock_timestamp()
    returning settings`);
  return keptSchema.parse(rows[0]?.settings);
}
