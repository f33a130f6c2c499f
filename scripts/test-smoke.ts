import { endSmokeRuns, smokeRuns } from "./test/smoke";

/** `npm run test:smoke`: every benchmark and long program once, as small as it can be. Needs a build. */
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, endSmokeRuns);
const { passed, failed, failures } = await smokeRuns();
for (const failure of failures) console.log(`  ${failure}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
