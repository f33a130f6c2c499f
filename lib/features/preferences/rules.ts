import { knownZone, zoneKnown } from "@/lib/domain/time/zoned-time";
import { DEFAULT_LOCALE, type Locale, readLocale } from "@/lib/platform/text/locale";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];
export const THEME_LABELS: Record<Theme, string> = { system: "System", light: "Light", dark: "Dark" };

export const DENSITIES = ["cosy", "compact"] as const;
export type Density = (typeof DENSITIES)[number];
export const DENSITY_LABELS: Record<Density, string> = { cosy: "Comfortable", compact: "Compact" };

export const ZONE_SHOWS = ["place", "mine"] as const;
/** Whose time zone times are shown in: that of the location or that of the user. */
export type ZoneShow = (typeof ZONE_SHOWS)[number];
export const ZONE_SHOW_LABELS: Record<ZoneShow, string> = {
  place: "Local time at each place",
  mine: "My time zone",
};

export const LOCALE_LABELS: Record<Locale, string> = { "en-US": "US English", "en-GB": "British English" };

/**
 * The preferences of one user. `zone` is the user's time zone (IANA), null until it is known. `locale` is the
 * installation's until the user chooses one.
 */
export type Preferences = {
  theme: Theme;
  density: Density;
  zones: ZoneShow;
  zone: string | null;
  locale: Locale;
};

export const DEFAULT_PREFERENCES: Preferences = {
  theme: "system",
  density: "cosy",
  zones: "place",
  zone: null,
  locale: DEFAULT_LOCALE,
};

/** The zone that all times are shown in. Null: each time is shown in the zone of its location. */
export function displayZone({ zones, zone }: Pick<Preferences, "zones" | "zone">): string | null {
  return zones === "mine" ? knownZone(zone) : null;
}

/** Returns the valid preferences in a message from another window and ignores the rest. */
export function readChoices(input: unknown): Partial<Preferences> {
  if (typeof input !== "object" || input === null) return {};
  const part = (name: keyof Preferences): unknown => Reflect.get(input, name);
  const theme = THEMES.find((each) => each === part("theme"));
  const density = DENSITIES.find((each) => each === part("density"));
  const zones = ZONE_SHOWS.find((each) => each === part("zones"));
  const zone = part("zone");
  const choices: Partial<Preferences> = {};
  if (theme) choices.theme = theme;
  if (density) choices.density = density;
  if (zones) choices.zones = zones;
  if (typeof zone === "string" && zoneKnown(zone)) choices.zone = zone;
  const locale = readLocale(part("locale"));
  if (locale) choices.locale = locale;
  return choices;
}
