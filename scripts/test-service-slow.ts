import { parseArgs } from "node:util";
import { startVitest } from "vitest/node";

const USAGE = 'npm run test:service:slow [-- --seed N] [--requests 10000] [--only "POST /parties"]';

const whole = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : null);

/** Runs the test of bad input with 10,000 requests to every operation. It takes long and prints its progress. */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seed: { type: "string", default: String(Math.floor(Math.random() * 1e9)) },
      requests: { type: "string", default: "10000" },
      only: { type: "string", default: "" },
    },
  });
  const seed = whole(values.seed);
  const requests = whole(values.requests);
  if (seed === null || requests === null) {
    console.error(`Usage: ${USAGE}`);
    return 2;
  }
  const vitest = await startVitest("test", ["tracking-service/property-tests/bad-input.test.ts"], {
    watch: false,
    testTimeout: 0,
    provide: { slowRound: { seed, requests, only: values.only } },
    silent: false,
    disableConsoleIntercept: true,
  });
  await vitest.close();
  return Number(process.exitCode ?? 0);
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
