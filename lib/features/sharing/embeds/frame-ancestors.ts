import type { Executor } from "@/lib/platform/database/client";
import { openEmbed } from "./embeds";

/**
 * Returns the origins that may frame an embed page: the sites of the embed, and Drayboard itself for the preview.
 * Drayboard is allowed only for its own requests (`site` is the Sec-Fetch-Site of the request). An ended embed cannot
 * be framed.
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
