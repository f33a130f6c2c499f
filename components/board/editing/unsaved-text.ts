import { nearMoment } from "@/components/board/table/cell-text";
import { formatAge } from "@/lib/domain/time/time-format";
import type { Locale } from "@/lib/platform/text/locale";
import type { Unsaved } from "./edits";

/** "a moment ago", "4m ago"; "" when it is not known. */
function agoText(at: string | null, now: number): string {
  if (at === null) return "";
  const age = formatAge(at, new Date(now));
  return age === "now" ? " a moment ago" : ` ${age} ago`;
}

/** Why an edit is not saved: "Not saved: Ana planned Mon 30, 8:00 AM a moment ago." The time is as the cell shows it. */
export function unsavedText(locale: Locale, why: Unsaved, now: number): string {
  if (why.state !== "theirs") return `Not saved: ${why.reason}`;
  const { by, what, moment, at } = why.theirs;
  const time = moment ? ` ${nearMoment(locale, moment, now)}` : "";
  return `Not saved: ${by ?? "another user"} ${what}${time}${agoText(at, now)}.`;
}
