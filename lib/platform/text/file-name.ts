const LONGEST = 60;

/** Text as a part of a file name that is valid on any system: "Pull today" is "pull-today". */
const part = (text: string): string =>
  text
    .normalize("NFKD")
    .replaceAll(/\p{Mark}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, LONGEST)
    .replaceAll(/^-+|-+$/g, "");

/** "drayboard-pull-today-2026-11-20.csv"; `day` is the requesting user's date, "2026-11-20". */
export function exportFileName(view: string, extension: string, day: string): string {
  return ["drayboard", part(view) || "board", day].join("-").concat(`.${extension}`);
}
