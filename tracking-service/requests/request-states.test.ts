import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DAY_MS } from "@/tracking-service/clock/instant";
import {
  type Receiver,
  startReceiver,
  startTestService,
  type TestService,
  until,
} from "@/tracking-service/testing/running-service";
import { createServiceDatabase } from "@/tracking-service/testing/service-database";
import { REQUESTS_CHANNEL } from "./create-tracking-request";
import { MAX_ATTEMPTS, retryPauseMs } from "./request-lifetime";

/** The maximum response time of a simulated carrier. */
const ANSWERED_MS = 5_000;

let database: Awaited<ReturnType<typeof createServiceDatabase>>;
let service: TestService;
let receiver: Receiver;
let at = Date.parse("2026-11-21T09:00:00Z");

const start = () =>
  startTestService({ databaseUrl: database.url, seedContainers: 0 }, { now: () => new Date(at) });

beforeAll(async () => {
  database = await createServiceDatabase();
  service = await start();
  receiver = await startReceiver();
  const events = ["succeeded", "failed", "awaiting_manifest"].map((name) => `tracking_request.${name}`);
  const attributes = { url: receiver.url, active: true, events };
  await service.call("/webhooks", { body: { data: { type: "webhook", attributes } } });
});
afterAll(async () => {
  await service.end();
  await receiver.close();
  await database.drop();
});

async function request(number: string): Promise<string> {
  const attributes = { request_number: number, request_type: "bill_of_lading", scac: "MAEU" };
  const response = await service.call("/tracking_requests", {
    body: { data: { type: "tracking_request", attributes } },
  });
  expect(response.status).toBe(201);
  return response.item.id;
}

const stateOf = async (id: string) => (await service.call(`/tracking_requests/${id}`)).item.attributes;

const statesOf = (ids: string[]) => Promise.all(ids.map(stateOf));

async function letPass(ms: number) {
  at += ms;
  await service.store.pool.query(`notify ${REQUESTS_CHANNEL}`);
}

/** Advances the time and waits until each request was processed again, as shown by its updated_at. */
async function pass(ms: number, ...ids: string[]) {
  const before = await statesOf(ids);
  await letPass(ms);
  await until(async () => {
    const after = await statesOf(ids);
    return after.every((state, place) => state?.updated_at !== before[place]?.updated_at);
  });
  return statesOf(ids);
}

async function nothingHappens(ms: number, ...ids: string[]) {
  const before = await statesOf(ids);
  await letPass(ms);
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(await statesOf(ids)).toEqual(before);
}

const reported = (id: string) =>
  receiver.received
    .filter(({ text }) => text.includes(id))
    .map(({ text }) => /"event":"([^"]+)"/.exec(text)?.[1]);

describe("lookup failures", () => {
  it.each([
    ["MAEU24559914", "shipping_line_unreachable", "shipping_line_unreachable"],
    ["MAEU24559915", "unrecognized_response", "retries_exhausted"],
  ])(
    "of %s are attempted 14 times in a day, across a restart, before the request fails",
    async (number, met, reason) => {
      const id = await request(number);
      const requested = at;
      expect(await stateOf(id)).toMatchObject({ is_retrying: false, retry_count: null });
      const [first] = await pass(ANSWERED_MS, id);
      expect(first).toMatchObject({
        status: "pending",
        is_retrying: true,
        retry_count: 0,
        failed_reason: met,
      });
      for (let attempts = 1; attempts < MAX_ATTEMPTS - 1; attempts += 1) {
        if (attempts === 6) {
          await service.end();
          service = await start();
        }
        await nothingHappens(retryPauseMs(attempts) - 1_000, id);
        const [again] = await pass(1_000, id);
        expect(again).toMatchObject({ status: "pending", is_retrying: true, retry_count: attempts });
      }
      expect(reported(id)).toEqual([]);
      const [last] = await pass(retryPauseMs(MAX_ATTEMPTS - 1), id);
      expect(last).toMatchObject({
        status: "failed",
        failed_reason: reason,
        is_retrying: false,
        retry_count: 13,
      });
      expect((at - requested) / DAY_MS).toBeCloseTo(1, 2);
      await until(() => reported(id).length > 0);
      await nothingHappens(DAY_MS, id);
      expect(reported(id)).toEqual(["tracking_request.failed"]);
    },
  );

  it("end in success as soon as the line responds", async () => {
    const id = await request("MAEU24559916");
    await pass(ANSWERED_MS, id);
    await pass(retryPauseMs(1), id);
    const [answered] = await pass(retryPauseMs(2), id);
    expect(answered).toMatchObject({
      status: "succeeded",
      failed_reason: null,
      is_retrying: false,
      retry_count: 2,
    });
    await until(() => reported(id).includes("tracking_request.succeeded"));
  });
});

describe("a BOL the line does not have", () => {
  const waiting = { status: "awaiting_manifest", failed_reason: null, is_retrying: false, retry_count: null };

  it("awaits its manifest with daily requests, then fails after 7 days or succeeds", async () => {
    const unknown = await request("MAEU24559910");
    const unmanifested = await request("MAEU24559913");
    const unheard = await request("UNHEARD");
    const late = await request("MAEU24559917");
    for (const state of await pass(ANSWERED_MS, unknown, unmanifested, unheard, late)) {
      expect(state).toMatchObject(waiting);
    }
    for (let day = 1; day < 7; day += 1) {
      await nothingHappens(DAY_MS - 1_000, unknown, unmanifested, unheard, late);
      const open = day <= 3 ? [late, unknown] : [unknown];
      const states = await pass(1_000, ...open, unmanifested, unheard);
      if (day === 3) expect(states.shift()).toMatchObject({ status: "succeeded", failed_reason: null });
      for (const state of states) expect(state).toMatchObject(waiting);
    }
    expect((await service.call("/shipments?number=MAEU24559917")).items).toHaveLength(1);
    const last = await pass(DAY_MS, unknown, unmanifested, unheard);
    expect(last.map((state) => [state?.status, state?.failed_reason])).toEqual([
      ["failed", "not_found"],
      ["failed", "expired"],
      ["failed", "not_found"],
    ]);
    const ended = [unknown, unmanifested, unheard, late];
    await until(() => ended.every((id) => reported(id).length > 1));
    const events = ended.map((id) => reported(id).sort());
    const failed = ["tracking_request.awaiting_manifest", "tracking_request.failed"];
    const succeeded = ["tracking_request.awaiting_manifest", "tracking_request.succeeded"];
    expect(events).toEqual([failed, failed, failed, succeeded]);
  });
});

describe("two services on one database", () => {
  it("resolve every request once", async () => {
    const other = await start();
    try {
      const ids = await Promise.all(
        Array.from({ length: 40 }, (_, index) => request(`MAEU2600${1000 + index}`)),
      );
      await letPass(ANSWERED_MS);
      await until(async () => {
        const pending = await service.call("/tracking_requests?filter[status]=pending");
        return pending.document.meta?.total === 0;
      });
      await until(() => ids.every((id) => reported(id).length > 0));
      const { rows } = await service.store.pool.query(
        "select count(*)::int as requests, sum(attempts)::int as attempts from tracking_requests where id = any($1)",
        [ids],
      );
      expect(rows).toEqual([{ requests: 40, attempts: 40 }]);
      expect(ids.flatMap(reported)).toEqual(ids.map(() => "tracking_request.succeeded"));
    } finally {
      await other.end();
    }
  });
});
