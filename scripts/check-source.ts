import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { findLayoutProblems, type Sources } from "./check/layout";
import { findRefusedPatterns } from "./check/patterns";
import { findRefusedWords } from "./check/refused-words";

/** The files tracked by git, and new files that it does not ignore. */
function readSources(): Sources {
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], { encoding: "utf8" });
  const paths = listed.split("\0").filter((path) => /\.(ts|tsx|mjs|css|md|sql|js)$/.test(path));
  return new Map(
    paths.flatMap((path) => {
      try {
        return [[path, readFileSync(path, "utf8")] as const];
      } catch {
        return [];
      }
    }),
  );
}

/**
 * `npm run check` runs this after lint and types: the rules of layout (ARCHITECTURE.md), words (docs/glossary.md) and
 * patterns (CONTRIBUTING.md).
 */
const startedAt = performance.now();
const sources = readSources();
const { imports, cycles, folders, locks } = findLayoutProblems(sources);
const text = findRefusedWords(sources);
const patterns = findRefusedPatterns(sources);
const problems = [...imports, ...cycles, ...folders, ...locks, ...text, ...patterns];
for (const problem of problems) console.log(problem);
console.log(
  `Layout: ${imports.length} imports against the rules, ${cycles.length} cycles, ${folders.length} crowded folders, ${locks.length} locks outside their file, ${text.length} refused words, ${patterns.length} refused patterns (${Math.round(performance.now() - startedAt)} ms)`,
);
process.exitCode = problems.length > 0 ? 1 : 0;
