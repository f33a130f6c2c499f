import { parseArgs } from "node:util";
import { generateAccount } from "@/tracking-service/sources/simulation/measure/account";
import { type Figure, isWithin } from "@/tracking-service/sources/simulation/measure/figure";
import { accountFigures } from "@/tracking-service/sources/simulation/measure/figures";
import { holdsByPort } from "@/tracking-service/sources/simulation/measure/terminal-data";

const USAGE = "Usage: npm run sim:report [-- --containers N] [--seed TEXT]... [--start INSTANT]";
const SEEDS = ["drayboard/Drayboard", "harbor", "lakeshore"];
const START = "2026-11-21T09:00:00Z";

const { values } = parseArgs({
  options: {
    containers: { type: "string", default: "1000" },
    seed: { type: "string", multiple: true, default: SEEDS },
    start: { type: "string", default: START },
  },
});

function shown(value: number, as: Figure["as"]): string {
  if (value === Number.POSITIVE_INFINITY) return "";
  if (as === "share") return `${(value * 100).toFixed(1)} %`;
  return as === "rate" ? value.toFixed(2) : String(value);
}

function target({ least, most, as }: Figure): string {
  if (least === most) return shown(least, as);
  if (most === Number.POSITIVE_INFINITY) return `at least ${shown(least, as)}`;
  return least === 0 ? `at most ${shown(most, as)}` : `${shown(least, as)} to ${shown(most, as)}`;
}

function printFigure(figure: Figure): void {
  const mark = isWithin(figure) ? "" : "  NOT WITHIN";
  console.log(
    `  ${figure.name.padEnd(66)} ${shown(figure.value, figure.as).padStart(8)}   ${target(figure)}${mark}`,
  );
}

/** Measures the accounts of some seeds and prints each figure next to its target. Returns how many are not within. */
function report(containers: number, start: number, seeds: readonly string[]): number {
  let missed = 0;
  for (const seed of seeds) {
    const account = generateAccount(seed, containers, start);
    console.log(`\n${containers} containers, seed "${seed}"`);
    for (const figure of accountFigures(account)) {
      printFigure(figure);
      if (!isWithin(figure)) missed += 1;
    }
    console.log("  holds by port of discharge:");
    for (const [port, names] of [...holdsByPort(account)].sort()) {
      console.log(
        `    ${port}  ${[...names].map(([name, count]) => `${name} ${count}`).join(", ") || "none"}`,
      );
    }
  }
  return missed;
}

const containers = Number(values.containers);
const start = Date.parse(values.start);
if (Number.isInteger(containers) && containers > 0 && Number.isFinite(start)) {
  const missed = report(containers, start, values.seed);
  console.log(
    missed === 0 ? "\nAll figures are within their targets." : `\n${missed} figures are not within.`,
  );
  process.exitCode = missed === 0 ? 0 : 1;
} else {
  console.error(USAGE);
  process.exitCode = 2;
}
