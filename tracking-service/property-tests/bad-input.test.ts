import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestService, type TestService } from "@/tracking-service/testing/running-service";
import { surelyRefused } from "./always-refused";
import type { Case } from "./cases";
import { randomRequests } from "./random-requests";
import { CONNECTIONS, openRange, type Range, throwAtEach } from "./request-runner";
import { contentsAtRest } from "./table-checksums";

const REQUESTS = 10_000;
const SEED = 20_261_121;
const NOW = new Date("2026-11-21T09:00:00Z");

let service: TestService;
let range: Range;
let thrown = 0;

beforeAll(async () => {
  // The clock is stopped, so that only requests cause changes.
  service = await startTestService({ seedContainers: 12 }, { now: () => NOW });
  const opened = await openRange(service);
  range = { ...opened, shoot: (request) => opened.shoot(request).finally(() => thrown++) };
});
afterAll(async () => {
  range.close();
  await service.end();
});

const each = (share: number) => Math.ceil((REQUESTS * share) / range.drawings.length);

it("rejects every fault as JSON:API with its location, and writes nothing (issue: bad input)", async () => {
  const before = await contentsAtRest(service.store);
  const round = { numRuns: each(0.5), seed: SEED, atOnce: CONNECTIONS };
  const failures = await throwAtEach(range.drawings, surelyRefused, range.shoot, round);
  expect(failures.join("\n\n")).toBe("");
  expect(await contentsAtRest(service.store)).toEqual(before);
});

it("responds to any request as JSON:API, and stores nothing of rejected requests", async () => {
  const refused: Case[] = [];
  const shoot = async (request: Case) => {
    if ((await range.shoot(request)) >= 400) refused.push(request);
  };
  const round = { numRuns: each(0.3), seed: SEED, atOnce: CONNECTIONS };
  const failures = await throwAtEach(range.drawings, randomRequests, shoot, round);
  expect(failures.join("\n\n")).toBe("");

  const before = await contentsAtRest(service.store);
  const taken = await again(refused);
  expect(await contentsAtRest(service.store), `${taken} were taken the second time`).toEqual(before);
  expect(thrown).toBeGreaterThanOrEqual(REQUESTS);
});

/** Sends the rejected requests again. Returns how many were accepted this time. */
async function again(refused: readonly Case[]): Promise<number> {
  const waiting = [...refused];
  let taken = 0;
  const worker = async () => {
    for (let request = waiting.shift(); request; request = waiting.shift()) {
      if ((await range.shoot(request)) < 400) taken += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  return taken;
}
