import { headers } from "next/headers";
import { connection } from "next/server";
import { readPageNumber, showNow } from "@/app/share/visitor";
import type { EmbedTheme } from "@/components/sharing/embeds/embed-frame";
import { clientAddress } from "@/lib/auth/throttling/client-address";
import { visitorLimit } from "@/lib/auth/throttling/visitor-rate-limit";
import { type EmbedSettings, openEmbed } from "@/lib/features/sharing/embeds/embeds";
import { countView } from "@/lib/features/sharing/links/count-view";
import { findByNumber } from "@/lib/features/sharing/queries/find-by-number";
import type { SharedData } from "@/lib/features/sharing/rules/shared-pages";
import { config } from "@/lib/platform/config/config";
import { db } from "@/lib/platform/database/client";

const MAX_NUMBER = 40;
const THEMES: readonly EmbedTheme[] = ["light", "dark", "system"];

/**
 * The embed of this token for the current request. Null if the token is invalid for this origin, or after too many
 * requests.
 */
export async function openEmbedHere(token: string) {
  await connection();
  const address = clientAddress(await headers(), config());
  if ((await visitorLimit().admit(address)) > 0) return null;
  return openEmbed(db(), token, new Date());
}

/** Counts a view of an embed: for requests of a page's script, because previews run none. */
export async function countEmbedView({ token }: { token: { id: string } }): Promise<void> {
  await countView(db(), token.id, clientAddress(await headers(), config()), new Date());
}

/** The current content of an embed; for a lookup, the record with the number. Null if there is none. */
export async function showEmbed(
  { about, view, charges }: EmbedSettings,
  { number, page }: { number: string; page: number },
): Promise<SharedData | null> {
  if (about.kind !== "lookup") return showNow({ about, view, charges }, page);
  const found =
    (await findByNumber(db(), number, "container")) ?? (await findByNumber(db(), number, "shipment"));
  return found && showNow({ about: found, view, charges }, 1);
}

/** A locale that browsers support, for dates and times. Any other text gives the dashboard's default. */
function readLocale(text: string): string | null {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(text)[0] ?? null;
  } catch {
    return null;
  }
}

/** Reads an embed's style and lookup from its address. `kept` contains the parameters to preserve. */
export function readEmbedDisplay(input: Record<string, string | string[] | undefined>) {
  const text = (name: string) => ([input[name]].flat()[0] ?? "").replaceAll("\0", "");
  const theme = THEMES.find((each) => each === text("theme")) ?? "system";
  const locale = readLocale(text("locale"));
  const number = text("number").trim().slice(0, MAX_NUMBER);
  const kept: { theme?: string; locale?: string; number?: string } = {};
  if (theme !== "system") kept.theme = theme;
  if (locale !== null) kept.locale = locale;
  if (number !== "") kept.number = number;
  return { theme, locale, number, page: readPageNumber(input.page), kept };
}
