import { afterAll, expect, it } from "vitest";
import { processMetrics } from "@/lib/platform/metrics/process-metrics";
import { TrackingClient } from "./client";
import { operationOf } from "./measured-fetch";
import { StubService } from "./test-stub-service";

const stub = await StubService.start();
afterAll(() => stub.stop());

const client = new TrackingClient({ baseUrl: stub.baseUrl, key: "a-key", patienceMs: 0, timeoutMs: 60_000 });

async function countOf(bucket: string, outcome: string): Promise<number> {
  const { values } = await processMetrics().upstreamRequests.get();
  return values.find(({ labels }) => labels.bucket === bucket && labels.outcome === outcome)?.value ?? 0;
}

it.each([
  [{ status: 200, body: { data: [] } }, "2xx"],
  [{ status: 404, body: { errors: [] } }, "4xx"],
  [{ status: 429, headers: { "Retry-After": "60" }, body: { errors: [] } }, "429"],
  [{ status: 500, body: { errors: [] } }, "5xx"],
  [{ drop: true }, "none"],
] as const)("counts the response %j as %s, once", async (response, outcome) => {
  stub.answer = () => response;
  const before = await countOf("default", outcome);
  await client.getPageNow("shipments").catch(() => undefined);
  expect(await countOf("default", outcome)).toBe(before + 1);
});

it("counts each attempt by the limit that it uses", async () => {
  let attempts = 0;
  stub.answer = () => {
    attempts += 1;
    return attempts === 1
      ? { status: 503, headers: { "Retry-After": "0" }, body: {} }
      : { body: { data: [] } };
  };
  const [failed, succeeded] = [await countOf("default", "5xx"), await countOf("default", "2xx")];
  await client.getPage("containers");
  expect([await countOf("default", "5xx"), await countOf("default", "2xx")]).toEqual([
    failed + 1,
    succeeded + 1,
  ]);
  stub.answer = () => ({ status: 422, body: { errors: [] } });
  const refused = await countOf("create", "4xx");
  await client.create("tracking_requests", {}).catch(() => undefined);
  expect(await countOf("create", "4xx")).toBe(refused + 1);
});

it("names an operation without its ids", () => {
  expect(operationOf("containers/0b4c2c5e-7d2f-4c5b-8f58-0d2c9a9c1f11/refresh")).toBe(
    "containers/:id/refresh",
  );
  expect(operationOf("tracking_requests/infer_number")).toBe("tracking_requests/infer_number");
  expect(operationOf("shipments/MSKU1234565")).toBe("shipments/:id");
});
