import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { readConfig } from "@/tracking-service/runtime/config";
import {
  type Receiver,
  startReceiver,
  startTestService,
  type TestService,
  until,
} from "@/tracking-service/testing/running-service";
import { faultSwitch } from "./fault-switch";
import { type FaultsInput, faultsSchema } from "./settings";

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ seedContainers: 5 });
});
beforeEach(() => service.faults.set(null));
afterEach(() => vi.restoreAllMocks());
afterAll(() => service.end());

const read = () => service.call("/containers");
const times = async <T>(count: number, action: () => Promise<T>): Promise<T[]> => {
  const all: T[] = [];
  for (let time = 0; time < count; time += 1) all.push(await action());
  return all;
};
/** Response statuses, or fetch's error when there is no response. */
const statusOf = () =>
  fetch(`${service.url}/containers`, { headers: { Authorization: `Token ${service.key}` } }).then(
    async (response) => `${response.status} ${(await response.text().catch(() => "cut")).slice(0, 3)}`,
    () => "cut",
  );

describe("faults", () => {
  it("are off by default", async () => {
    expect(readConfig({ TRACKING_DATABASE_URL: "postgres://a/b", NODE_ENV: "test" }).faults).toBeNull();
    expect(new Set(await times(50, statusOf))).toEqual(new Set(['200 {"d']));
  });

  it("cannot be enabled through an endpoint", async () => {
    service.faults.set({ http: { error: { rate: 0 } } });
    const described = await (await fetch(`${service.url}/openapi.json`)).text();
    expect(described).not.toMatch(/\bfaults?\b/i);
    expect((await service.call("/faults")).status).toBe(404);
  });

  it("repeat with the same seed and differ with another", async () => {
    const run = async (seed: string) => {
      service.faults.set({ seed, http: { error: { rate: 0.4 }, malformed: { rate: 0.3, as: ["html"] } } });
      return times(30, statusOf);
    };
    const first = await run("one");
    expect(await run("one")).toEqual(first);
    expect(await run("two")).not.toEqual(first);
  });

  it("are logged while active", () => {
    const lines: string[] = [];
    const log = pino({}, { write: (line: string) => lines.push(line) });
    const faults = faultSwitch(null, log);
    expect(lines).toEqual([]);
    faults.set({ http: { error: { rate: 1 } } });
    expect(lines.join()).toContain("errs on purpose");
  });

  it.each<[string, string]>([
    ["no JSON", "{"],
    ["unknown members", '{"http":{"explode":{"rate":1}}}'],
    ["a rate beyond 1", '{"http":{"error":{"rate":2}}}'],
    ["a status that is no error", '{"http":{"error":{"rate":1,"statuses":[200]}}}'],
    ["a delivery later than its claim lasts", '{"deliveries":{"late":{"rate":1,"ms":60000}}}'],
  ])("are rejected when FAULTS is %s", (_, FAULTS) => {
    const environment = { TRACKING_DATABASE_URL: "postgres://a/b", NODE_ENV: "test" as const, FAULTS };
    expect(() => readConfig(environment)).toThrow(/^FAULTS .*expected JSON/);
  });
});

describe("response faults", () => {
  it("errors: 500 and 503 at about their rate, without any effect", async () => {
    service.faults.set({ http: { error: { rate: 0.5 } } });
    const attributes = (index: number) => ({ company_name: `Haulage ${index}` });
    let created = 0;
    let failed = 0;
    for (let index = 0; index < 60; index += 1) {
      const result = await service.call("/parties", {
        body: { data: { type: "party", attributes: attributes(index) } },
      });
      if (result.status === 201) created += 1;
      else {
        expect([500, 503]).toContain(result.status);
        expect(result.error.status).toBe(String(result.status));
        if (result.status === 503) expect(result.headers.get("retry-after")).toBe("2");
        failed += 1;
      }
    }
    expect(failed).toBeGreaterThan(15);
    expect(created).toBeGreaterThan(15);
    service.faults.set(null);
    const { rows } = await service.store.pool.query(
      "select count(*)::int from parties where company_name like 'Haulage %'",
    );
    expect(rows[0].count).toBe(created);
  });

  it("latency", async () => {
    service.faults.set({ http: { latency: { rate: 1, minMs: 200, maxMs: 300 } } });
    const begun = performance.now();
    expect((await read()).status).toBe(200);
    expect(performance.now() - begun).toBeGreaterThanOrEqual(195);
  });

  it("storms of 429, each response with the remaining time of the storm", async () => {
    // The test stops the storm's clock while it checks, and advances it instead of waiting.
    let at = performance.now();
    vi.spyOn(performance, "now").mockImplementation(() => at);
    service.faults.set({ seed: "b", http: { storm: { rate: 0.3, seconds: 1 } } });
    let refused = await read();
    for (let attempts = 0; refused.status !== 429 && attempts < 50; attempts += 1) refused = await read();
    expect(refused.error.title).toBe("Too Many Requests");
    expect(refused.headers.get("retry-after")).toBe("1");
    expect(new Set((await times(5, read)).map(({ status }) => status))).toEqual(new Set([429]));
    at += 999;
    expect((await read()).status).toBe(429);
    for (let attempts = 0; refused.status === 429 && attempts < 50; attempts += 1) {
      at += 1_000;
      refused = await read();
    }
    expect(refused.status).toBe(200);
    service.faults.set({ http: { storm: { rate: 0, seconds: 1 } } });
    expect((await read()).status).toBe(200);
  });

  it.each<[FaultsInput, string, number]>([
    [{ http: { cut: { rate: 1, when: ["before"] } } }, "cut", 0],
    [{ http: { cut: { rate: 1, when: ["after"] } } }, "cut", 1],
    [{ http: { cut: { rate: 1, when: ["body"] } } }, "201 cut", 1],
  ])("cut connections: %j", async (faults, seen, done) => {
    const name = `Cut ${JSON.stringify(faults)}`;
    service.faults.set(faults);
    const response = await fetch(`${service.url}/parties`, {
      method: "POST",
      headers: { Authorization: `Token ${service.key}`, "Content-Type": "application/vnd.api+json" },
      body: JSON.stringify({ data: { type: "party", attributes: { company_name: name } } }),
    }).then(
      async (result) =>
        `${result.status} ${await result.text().then(
          () => "whole",
          () => "cut",
        )}`,
      () => "cut",
    );
    expect(response).toBe(seen);
    service.faults.set(null);
    const { rows } = await service.store.pool.query("select id from parties where company_name = $1", [name]);
    expect(rows).toHaveLength(done);
    expect((await read()).status).toBe(200);
  });

  it.each([
    ["truncated", "application/vnd.api+json", /^\{"data":\[/],
    ["html", "text/html", /^<html>/],
    ["empty", "application/vnd.api+json", /^$/],
    ["shape", "application/vnd.api+json", /^\{"data":"nothing"/],
  ] as const)("malformed bodies: %s", async (as, type, text) => {
    service.faults.set({ http: { malformed: { rate: 1, as: [as] } } });
    const response = await fetch(`${service.url}/containers`, {
      headers: { Authorization: `Token ${service.key}` },
    });
    const body = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toContain(type);
    expect(body).toMatch(text);
    if (as !== "shape") expect(() => JSON.parse(body)).toThrow();
  });
});

describe("delivery faults", () => {
  let receiver: Receiver;

  beforeAll(async () => {
    receiver = await startReceiver();
    const attributes = { url: receiver.url, active: true, events: ["tracking_request.failed"] };
    await service.call("/webhooks", { body: { data: { type: "webhook", attributes } } });
  });
  beforeEach(() => {
    receiver.received.length = 0;
  });
  afterAll(() => receiver.close());

  async function fail(...numbers: string[]) {
    for (const request_number of numbers) {
      const attributes = { request_number, request_type: "bill_of_lading", scac: "MAEU" };
      await service.call("/tracking_requests", { body: { data: { type: "tracking_request", attributes } } });
      await service.store.pool.query(
        "update tracking_requests set next_attempt_at = now() where status = 'pending'",
      );
      await service.store.pool.query("notify requests");
    }
  }
  const ids = () => receiver.received.map(({ text }) => String(JSON.parse(text).data.id));

  it("duplicate: the same id twice", async () => {
    service.faults.set({ deliveries: { duplicate: { rate: 1 } } });
    await fail("MAEU10019905");
    await until(() => receiver.received.length === 2);
    expect(new Set(ids()).size).toBe(1);
    expect(new Set(receiver.received.map(({ text }) => text)).size).toBe(1);
  });

  it("late", async () => {
    service.faults.set({ deliveries: { late: { rate: 1, ms: 1_500 } } });
    const begun = performance.now();
    await fail("MAEU10029905");
    await until(() => receiver.received.length === 1);
    expect((receiver.received[0]?.at ?? 0) - begun).toBeGreaterThan(1_490);
  });

  it("reordered: a later delivery overtakes, and none is lost", async () => {
    service.faults.set({ seed: "overtaken", deliveries: { reordered: { rate: 0.5, ms: 1_500 } } });
    await fail(...Array.from({ length: 6 }, (_, index) => `MAEU1003${index}9905`));
    await until(() => receiver.received.length === 6);
    const { rows } = await service.store.pool.query<{ id: string }>(
      "select id from webhook_notifications order by sequence desc limit 6",
    );
    const reported = rows.map(({ id }) => id).reverse();
    expect([...ids()].sort()).toEqual([...reported].sort());
    expect(ids()).not.toEqual(reported);
  });

  it("none: once each, in any order", async () => {
    await fail("MAEU10049905");
    await until(() => receiver.received.length === 1);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(receiver.received).toHaveLength(1);
  });

  it("are determined by the seed in their settings", () => {
    expect(faultsSchema.parse({}).deliveries).toEqual({});
  });
});
