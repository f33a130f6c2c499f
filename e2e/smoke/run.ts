import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { endSmokeRuns, smokeRuns } from "./smoke";

/**
 * `npm run test:smoke [-- --report FILE]`: runs each benchmark and long program once in its smallest form. Needs a
 * build. The report contains the counts as JSON, for `npm test`.
 */
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, endSmokeRuns);
const { values } = parseArgs({ options: { report: { type: "string" } } });
const count = await smokeRuns();
for (const failure of count.failures) console.log(`  ${failure}`);
console.log(`\n${count.passed} passed, ${count.failed} failed`);
if (values.report !== undefined) await writeFile(values.report, JSON.stringify(count));
process.exitCode = count.failed === 0 ? 0 : 1;
