import { answerFeed, FEED_HEADERS } from "@/app/feed-answer";
import { taggedAnswer } from "@/app/tagged-answer";
import { config } from "@/lib/config";
import { db } from "@/lib/db/client";
import { tellCalendar } from "@/lib/desk-work/feeds/calendar";
import { calendarText } from "@/lib/desk-work/feeds/calendar-text";
import { containerHref } from "@/lib/dispatch/record-href";

const HEADERS = {
  ...FEED_HEADERS,
  "Content-Type": "text/calendar; charset=utf-8",
  "Content-Disposition": 'inline; filename="drayboard.ics"',
  "Cache-Control": "private, max-age=300",
};

/** The calendar of a token, also with `.ics` behind it: see docs/feeds.md. */
export async function GET(
  request: Request,
  context: { params: Promise<{ token: string }> },
): Promise<Response> {
  const { token: given } = await context.params;
  return answerFeed("calendar", given.replace(/\.ics$/, ""), async ({ token: { id, label }, query }, now) => {
    const entries = await tellCalendar(db(), { id, query }, now);
    const boxAddress = (box: string) => `${config().publicUrl}${containerHref(box)}`;
    return taggedAnswer(request, calendarText(label, entries, boxAddress), HEADERS);
  });
}
