import { parseArgs } from "node:util";
import { startVitest } from "vitest/node";

const { values } = parseArgs({ options: { kills: { type: "string", default: "20" } } });
const kills = Number(values.kills);

/** `npm run test:service:kill [-- --kills N]`: kills the tracking service under load, 20 times by default. */
if (Number.isInteger(kills) && kills >= 1 && kills <= 1_000) {
  const vitest = await startVitest("test", ["tracking-service/kill.test.ts"], {
    watch: false,
    provide: { kills },
  });
  await vitest.close();
} else {
  console.error("Usage: npm run test:service:kill [-- --kills N], N from 1 to 1000");
  process.exitCode = 2;
}
