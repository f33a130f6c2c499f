import { STATIC_CHECKS } from "@/scripts/test/static-checks";

/**
 * `npm run check`: format, lint, types, layout, words and dead code, each with its time; with `-- Types` one of them. Exit
 * code 1 if one failed.
 */
const requested = process.argv.slice(2);
const started = Date.now();
const seconds = (from: number) => ((Date.now() - from) / 1000).toFixed(1);
const failed: string[] = [];
for (const { title, check } of STATIC_CHECKS) {
  if (requested.length > 0 && !requested.includes(title)) continue;
  const begun = Date.now();
  const code = await check();
  console.log(`${title}: ${code === 0 ? "good" : "NOT GOOD"} (${seconds(begun)} s)`);
  if (code !== 0) failed.push(title);
}
console.log(
  `${failed.length === 0 ? "All good" : `Not good: ${failed.join(", ")}`}, ${seconds(started)} s in all`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
