import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Writer } from "@/lib/auth/access/actor";
import { command } from "@/lib/auth/commands/command";
import { zoneKnown } from "@/lib/domain/time/zoned-time";
import type { Executor } from "@/lib/platform/database/client";
import { queryColumn } from "@/lib/platform/database/rows";
import { LOCALES, type Locale } from "@/lib/platform/text/locale";
import { DEFAULT_PREFERENCES, DENSITIES, type Preferences, THEMES, ZONE_SHOWS } from "./rules";

const MAX_ZONE = 64;

/** The preferences to change. Rejects values that Drayboard does not offer, including unknown time zones. */
export const preferenceChangeSchema = z
  .object({
    theme: z.enum(THEMES),
    density: z.enum(DENSITIES),
    zones: z.enum(ZONE_SHOWS),
    zone: z.string().max(MAX_ZONE).refine(zoneKnown, { error: "Unknown time zone. Select another." }),
    locale: z.enum(LOCALES),
  })
  .partial()
  .strict();

/**
 * Preferences within the stored settings, which also contain settings of other pages. An invalid value is treated as
 * unset.
 */
const keptSchema = z.object({
  theme: z.enum(THEMES).catch(DEFAULT_PREFERENCES.theme),
  density: z.enum(DENSITIES).catch(DEFAULT_PREFERENCES.density),
  zones: z.enum(ZONE_SHOWS).catch(DEFAULT_PREFERENCES.zones),
  zone: z.string().refine(zoneKnown).nullable().catch(DEFAULT_PREFERENCES.zone),
  locale: z.enum(LOCALES).nullable().catch(null),
});

/** Returns the preferences of a user, with default values for those never set; `locale` is the installation's. */
export async function readPreferences(
  executor: Executor,
  { userId }: Writer,
  locale: Locale,
): Promise<Preferences> {
  const [settings] = await queryColumn(
    executor,
    z.unknown(),
    sql`select settings from preferences where user_id = ${userId}::uuid`,
  );
  const stored = keptSchema.parse(settings ?? {});
  return { ...stored, locale: stored.locale ?? locale };
}

/**
 * Stores the given preferences and leaves the others unchanged. Changes from two windows do not overwrite each other.
 */
export const keepPreferences = command(
  { right: "dashboard", input: preferenceChangeSchema },
  async ({ db, actor }, kept): Promise<void> => {
    await queryColumn(
      db,
      z.unknown(),
      sql`
    insert into preferences as p (user_id, settings) values (${actor.userId}::uuid, ${JSON.stringify(kept)}::jsonb)
    on conflict (user_id) do update set settings = p.settings || excluded.settings, updated_at = clock_timestamp()
    returning settings`,
    );
  },
);
