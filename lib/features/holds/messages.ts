import { formatContainerNumber } from "@/lib/contract/container-number";
import { formatLongDay } from "@/lib/domain/time/time-format";
import { withoutBidiControls } from "@/lib/platform/text/bidi";
import type { Locale } from "@/lib/platform/text/locale";
import type { FollowUpGroup, ListedFollowUp } from "./rules";

export const FOLLOW_UP_GROUP_LABELS: Record<FollowUpGroup, string> = {
  due: "Due",
  today: "Later today",
  later: "Later",
  unset: "No next check",
};

/** Mail programs refuse long addresses. */
const MAX_DESCRIPTION = 300;

/**
 * Returns the address that opens a mail about a hold: to the contact, with the number, the hold and the last free day.
 * Without a known email the mail has no recipient yet.
 */
export function followUpMail(
  locale: Locale,
  { container, hold, holdName, contactEmail }: ListedFollowUp,
): string {
  const { number, billOfLading, terminal, port, deadline } = container;
  const description = hold?.description?.trim().slice(0, MAX_DESCRIPTION);
  const { governing } = deadline;
  const lastFreeDay = governing && deadline.state === "applies" ? formatLongDay(locale, governing.on) : null;
  const shown = formatContainerNumber(number);
  const lines = [
    `Container: ${shown}`,
    billOfLading && `Bill of lading: ${billOfLading}`,
    `Location: ${terminal.name ?? port.name ?? "not reported"}`,
    `Hold: ${holdName}${description ? ` (${description})` : ""}`,
    `Last free day: ${lastFreeDay ?? "not reported yet"}`,
    "",
    "Please release the hold, or reply with the date when it will be released.",
  ];
  const members = {
    subject: `Container ${shown}: ${holdName} hold`,
    body: lines.filter((line) => line !== null).join("\r\n"),
  };
  // Not URLSearchParams, which writes spaces as "+": mail programs show them.
  const query = Object.entries(members).map(
    ([name, text]) => `${name}=${encodeURIComponent(withoutBidiControls(text))}`,
  );
  return `mailto:${encodeURIComponent(contactEmail)}?${query.join("&")}`;
}
