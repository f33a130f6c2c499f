import { taggedResponse } from "@/app/_http/etag-response";
import { FEED_HEADERS, respondWithFeed } from "@/app/_http/feed-response";
import { containerHref } from "@/lib/features/containers/urls";
import { reportCalendar } from "@/lib/features/feeds/queries/calendar";
import { calendarText } from "@/lib/features/feeds/queries/icalendar";
import { config } from "@/lib/platform/config/config";
import { db } from "@/lib/platform/database/client";

const HEADERS = {
  ...FEED_HEADERS,
  "Content-Type": "text/calendar; charset=utf-8",
  "Content-Disposition": 'inline; filename="drayboard.ics"',
  "Cache-Control": "private, max-age=300",
};

/** The calendar of a token, also with the extension `.ics`. See docs/feeds.md. */
export async function GET(
  request: Request,
  context: { params: Promise<{ token: string }> },
): Promise<Response> {
  const { token: input } = await context.params;
  return respondWithFeed(
    "calendar",
    input.replace(/\.ics$/, ""),
    async ({ token: { id, label }, query }, now) => {
      const entries = await reportCalendar(db(), { id, query }, now);
      const containerAddress = (container: string) => `${config().publicUrl}${containerHref(container)}`;
      return taggedResponse(request, calendarText(label, entries, containerAddress), HEADERS);
    },
  );
}
