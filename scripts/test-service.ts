import { parseArgs } from "node:util";
import { startVitest } from "vitest/node";

const USAGE = "npm run test:service [-- --url https://host/v2 --key KEY]";

/**
 * Runs the conformance suite against the service at a base URL. Without one, it starts its own service and also tests
 * overloaded receivers.
 */
async function main(): Promise<number> {
  const { values } = parseArgs({ options: { url: { type: "string" }, key: { type: "string" } } });
  const { url, key } = values;
  if ((url === undefined) !== (key === undefined) || (url !== undefined && !URL.canParse(url))) {
    console.error(`Usage: ${USAGE}`);
    return 2;
  }
  const named = url !== undefined && key !== undefined;
  process.env.LONG_TESTS = "1";
  const ours = named ? [] : ["tracking-service/deliveries/overload.long.test.ts"];
  const vitest = await startVitest("test", ["tracking-service/conformance/", ...ours], {
    watch: false,
    ...(named
      ? {
          provide: { foreignTarget: { url: url.replace(/\/$/, ""), key } },
          globalSetup: ["tracking-service/conformance/coordinator.ts"],
          maxWorkers: 1,
          testTimeout: 600_000,
          hookTimeout: 600_000,
        }
      : {}),
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
