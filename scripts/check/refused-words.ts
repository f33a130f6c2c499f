import { basename } from "node:path/posix";
import type { Sources } from "./layout";

/** Words that code, file names, comments and texts do not use, each with the word to use. See docs/glossary.md. */
const REFUSED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    box: "container",
    boxes: "containers",
    desk: "dashboard or team",
    desks: "dashboards or teams",
    told: "reported or notified",
    beside: "next to or related",
    besides: "also",
    chase: "follow-up",
    chases: "follow-ups",
    healing: "drift repair",
    healings: "drift repairs",
    evidence: "webhook archive",
    ear: "listener",
    ears: "listeners",
    pulse: "heartbeat",
    door: "writer, bridge or entry",
    doors: "writers, bridges or entries",
    stretch: "range",
    stretches: "ranges",
    retell: "replay",
    replays: "replays",
  }),
);

/** Phrases, each with the words to use. */
const REFUSED_PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\bset aside\b/gi, "dead-lettered"],
  [/\blook=(?=["{])/g, "variant="],
];

/** Uses that stay: names that others gave, addresses and settings of former versions. */
const ALLOWED: readonly RegExp[] = [
  /viewBox|boundingBox|MediaBox|box-(?:shadow|sizing)|border-box/g,
  /"chase-due"|"chases"|\^boxes\(|EVIDENCE_DAYS|\/boxes\b/g,
  // The simulation draws its random numbers by these names: others would change every seeded account.
  /input\.seed, "box(?:-turns)?"/g,
  /Ramp to Door Logistics/g,
];

/** Files that are not read: they hold data, quote former names, or list the words themselves. */
const UNREAD =
  /former-actions\.ts$|\/migrations\/|^bench\/results\/|^docs\/(?:glossary|decisions\/)|^docs\/moved-files|^scripts\/check\/refused-words|^e2e\/upgrades\/|^CHANGELOG/;

const textOf = (text: string): string[] => text.replace(/([a-z0-9])([A-Z])/g, "$1 $2").split(/[^A-Za-z]+/);

function problemsOfLine(line: string): string[] {
  const text = ALLOWED.reduce((rest, allowed) => rest.replace(allowed, ""), line);
  const message = textOf(text).flatMap((label) => {
    const better = REFUSED.get(label.toLowerCase());
    return better === undefined ? [] : [`"${label}": write ${better}`];
  });
  const phrases = REFUSED_PHRASES.flatMap(([phrase, better]) =>
    [...text.matchAll(phrase)].map(([found]) => `"${found}": write ${better}`),
  );
  return [...message, ...phrases];
}

/** Every use of a refused word in file names, names, comments and texts, as `path:line: "word": write …`. */
export function findRefusedWords(sources: Sources): string[] {
  return [...sources].flatMap(([path, source]) => {
    if (UNREAD.test(path)) return [];
    const named = problemsOfLine(basename(path)).map((problem) => `${path}: the file's name has ${problem}`);
    const lines = source.split("\n");
    const written = lines.flatMap((line, index) =>
      problemsOfLine(line).map((problem) => `${path}:${index + 1}: ${problem}`),
    );
    return [...named, ...written];
  });
}
