import { readFile } from "node:fs/promises";
import { transform } from "esbuild";

/** A realistic mistake in one file. It is never written to disk: the module is changed when a test loads it. */
export interface PlantedFault {
  /** What the code then does wrong. Unique. */
  name: string;
  /** The changed file, from the root of the repository. */
  file: string;
  /** The correct text. It occurs once in the file. */
  source: string;
  /** The wrong text in its place. */
  mistake: string;
  /** The test files of which at least one test must fail. */
  tests: readonly string[];
}

/** Thrown for a fault that no longer fits its file. The message names the fault to update. */
export class OutdatedFault extends Error {}

/** Returns the file's text with the mistake. Throws OutdatedFault if the correct text does not occur exactly once. */
export function withMistake({ name, file, source, mistake }: PlantedFault, text: string): string {
  const parts = text.split(source);
  if (parts.length !== 2)
    throw new OutdatedFault(
      `The fault "${name}" is outdated: its source text occurs ${parts.length - 1} times in ${file}. Update it:\n${source}`,
    );
  return parts.join(mistake);
}

/** Reads the fault's file. Returns its text with the mistake. Throws OutdatedFault, also if that does not compile. */
export async function readMistake(fault: PlantedFault): Promise<string> {
  const changed = withMistake(fault, await readFile(fault.file, "utf8"));
  await transform(changed, { loader: "ts" }).catch((cause: Error) => {
    throw new OutdatedFault(
      `${fault.file} does not compile with the fault "${fault.name}": ${cause.message}`,
    );
  });
  return changed;
}
