import { localDate } from "@/lib/dispatch/zone-time";

const LONGEST = 60;

/** Text as a part of a file's name on any system: "Pull today" is "pull-today". */
const part = (text: string): string =>
  text
    .normalize("NFKD")
    .replaceAll(/\p{Mark}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, LONGEST)
    .replaceAll(/^-+|-+$/g, "");

/** "drayboard-pull-today-2026-11-20.csv": the view, and the day at `now` in the zone of whoever asks. */
export function exportFileName(view: string, extension: string, now: Date, zone: string | null): string {
  return ["drayboard", part(view) || "board", localDate(now, zone)].join("-").concat(`.${extension}`);
}
