import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import type { Undo } from "./clean-up";
import { figure, openResults, type Results } from "./figures";

/**
 * Reads `--containers` and opens the results of a benchmark: `NAME.json` for the usual number of containers, otherwise
 * `NAME-N.json`. The first figure is the load of the machine: read times with it in mind.
 */
export async function openSizedRun(
  name: string,
  { usual, min, max }: { usual: number; min: number; max?: number },
  onEnd: (undo: Undo) => void,
): Promise<{ containers: number; results: Results }> {
  const { values } = parseArgs({
    options: { containers: { type: "string" }, smoke: { type: "boolean" } },
  });
  const containers = Number(values.containers ?? usual);
  if (!Number.isInteger(containers) || containers < min || containers > (max ?? containers))
    throw new Error(`--containers: expected a whole number from ${min}${max ? ` to ${max}` : ""}`);
  const results = await openResults({ name: containers === usual ? name : `${name}-${containers}`, onEnd });
  const [load = 0] = loadavg();
  await results.add(figure({ name: "Other work, programs ready to run", unit: "", value: load }));
  return { containers, results };
}
