import type { Executor } from "@/lib/platform/database/client";
import { openEmbed } from "./embeds";

/**
 * Who may frame an embed's page: exactly the sites it was made for, and Drayboard itself, for the preview, when it is
 * Drayboard that asks (`site` is the request's Sec-Fetch-Site). An embed that ended is framed by nobody.
 */
export async function embedAncestors(
  executor: Executor,
  token: string,
  { site, now }: { site: string | null; now: Date },
): Promise<string[]> {
  const opened = await openEmbed(executor, token, now);
  const own = site === "same-origin" ? ["'self'"] : [];
  return opened ? [...opened.settings.origins, ...own] : ["'none'"];
}
