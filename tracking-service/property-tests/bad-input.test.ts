import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { startTestService, type TestService } from "@/tracking-service/testing/running-service";
import { surelyRefused } from "./always-refused";
import type { Case } from "./cases";
import { randomRequests } from "./random-requests";
import { CONNECTIONS, openRange, type Range, throwAtEach } from "./request-runner";
import { contentsAtRest } from "./table-checksums";

/** The number of requests to all operations together. */
const REQUESTS = 10_000;
/** The number of rejected requests that are sent again. */
const MAX_AGAIN = 10_000;
const slow = inject("slowRound");
const seed = slow?.seed ?? 20_261_121;
const NOW = new Date("2026-11-21T09:00:00Z");

let service: TestService;
let range: Range;
let thrown = 0;

beforeAll(async () => {
  // The clock is stopped, so that only requests cause changes.
  service = await startTestService({ seedContainers: 12 }, { now: () => NOW });
  const opened = await openRange(service);
  range = {
    ...opened,
    drawings: opened.drawings.filter(({ described }) => described.name.includes(slow?.only ?? "")),
    shoot: (request) => opened.shoot(request).finally(() => thrown++),
  };
});
afterAll(async () => {
  range.close();
  await service.end();
});

const roundOf = (share: number) => ({
  numRuns: Math.ceil(share * (slow?.requests ?? REQUESTS / range.drawings.length)),
  seed,
  atOnce: CONNECTIONS,
  onDone: (line: string) => slow && console.log(line),
});

it("rejects every fault as JSON:API with its location, and writes nothing (issue: bad input)", async () => {
  const before = await contentsAtRest(service.store);
  const failures = await throwAtEach(range.drawings, surelyRefused, range.shoot, roundOf(0.5));
  expect(failures.join("\n\n")).toBe("");
  expect(await contentsAtRest(service.store)).toEqual(before);
});

it("responds to any request as JSON:API, and stores nothing of rejected requests", async () => {
  const refused: Case[] = [];
  const shoot = async (request: Case) => {
    const status = await range.shoot(request);
    if (status >= 400 && refused.length < MAX_AGAIN) refused.push(request);
  };
  const failures = await throwAtEach(range.drawings, randomRequests, shoot, roundOf(slow ? 0.5 : 0.3));
  expect(failures.join("\n\n")).toBe("");

  const before = await contentsAtRest(service.store);
  const taken = await again(refused);
  expect(await contentsAtRest(service.store), `${taken} were taken the second time`).toEqual(before);
  expect(thrown).toBeGreaterThanOrEqual(slow?.requests ?? REQUESTS);
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
