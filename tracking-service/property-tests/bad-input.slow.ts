import { afterAll, beforeAll, expect, it } from "vitest";
import { ENDPOINTS } from "@/tracking-service/routes/all";
import { startTestService, type TestService } from "@/tracking-service/testing/running-service";
import { surelyRefused } from "./always-refused";
import { describedOperations } from "./operations";
import { randomRequests } from "./random-requests";
import { CONNECTIONS, openRange, type Range, throwAtEach } from "./request-runner";
import { slowRound } from "./slow-options";
import { contentsAtRest } from "./table-checksums";

const { seed, requests, only } = slowRound();
const NOW = new Date("2026-11-21T09:00:00Z");
const names = describedOperations(ENDPOINTS)
  .map(({ name }) => name)
  .filter((name) => name.includes(only));

let service: TestService;
let range: Range;
let done = 0;

beforeAll(async () => {
  console.log(`${requests} requests at each of ${names.length} operations; seed ${seed}`);
  service = await startTestService({ seedContainers: 12 }, { now: () => NOW });
  range = await openRange(service);
});
afterAll(async () => {
  range.close();
  await service.end();
});

it.each(names)("%s", async (name) => {
  const begun = performance.now();
  const drawings = range.drawings
    .filter(({ described }) => described.name === name)
    .flatMap((drawing) => Array.from({ length: CONNECTIONS }, () => drawing));
  const round = { numRuns: Math.ceil(requests / CONNECTIONS / 2), seed, atOnce: CONNECTIONS };

  const before = await contentsAtRest(service.store);
  const wrong = await throwAtEach(drawings, surelyRefused, range.shoot, round);
  const after = await contentsAtRest(service.store);
  wrong.push(...(await throwAtEach(drawings, randomRequests, range.shoot, round)));

  done += 1;
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`${done}/${names.length} ${name}: ${wrong.length} wrong (${seconds} s)`);
  expect(wrong.join("\n\n")).toBe("");
  expect(after).toEqual(before);
});
