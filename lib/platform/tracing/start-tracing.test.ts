import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { z } from "zod";
import { formAction } from "@/app/(dashboard)/_forms/form-action";
import { UNTRIED } from "@/components/ui/forms/form-state";
import { pathTo, startTraceReceiver } from "@/e2e/monitoring/trace-receiver";
import { command } from "@/lib/auth/commands/command";
import { testContext } from "@/lib/auth/commands/test-context";
import { TrackingClient } from "@/lib/tracking-client/client";
import { StubService } from "@/lib/tracking-client/test-stub-service";
import { startTracing, type Tracing } from "./start-tracing";
import { traced } from "./traced";

const sessionContext = vi.hoisted(() => vi.fn());
vi.mock("@/lib/auth/commands/session-context", () => ({ sessionContext }));

const RECORD = "0b4c2c5e-7d2f-4c5b-8f58-0d2c9a9c1f11";
const receiver = await startTraceReceiver();
const stub = await StubService.start();
let tracing: Tracing | null = null;

beforeAll(() => {
  const tracking = new TrackingClient({ baseUrl: stub.baseUrl, key: "a-secret-key", patienceMs: 0 });
  sessionContext.mockImplementation(async () => testContext(null, undefined, { tracking }));
});
afterAll(async () => {
  await tracing?.stop();
  await receiver.close();
  await stub.stop();
});

/** A server action that reads one shipment from the tracking service. */
const readShipment = formAction(
  command({ right: "dispatch", input: z.object({ id: z.string() }) }, async (ctx, { id }) => {
    await ctx.tracking.getItem(`shipments/${id}`);
  }),
  { read: () => ({ id: RECORD }), done: () => "Done." },
);

it("loads and sends nothing without a collector", async () => {
  expect(await startTracing("worker", null)).toBeNull();
  await readShipment(UNTRIED, new FormData());
  expect(await traced("a step", {}, async () => "its result")).toBe("its result");
  expect(receiver.spans).toEqual([]);
});

it("sends a trace from the server action to the upstream call, without ids and messages", async () => {
  tracing = await startTracing("dashboard", receiver.url);
  stub.answer = () => ({ body: { data: { id: RECORD, type: "shipment", attributes: {} } } });
  expect(await readShipment(UNTRIED, new FormData())).toMatchObject({ done: "Done." });
  await tracing?.flush();
  const call = receiver.spans.find(({ name }) => name === "upstream GET shipments/:id");
  if (!call) throw new Error(`only ${receiver.spans.map(({ name }) => name)} arrived`);
  expect(call).toMatchObject({ program: "drayboard-dashboard", attributes: { "http.status_code": 200 } });
  expect(pathTo(receiver.spans, call).map(({ name }) => name)).toEqual([
    "server action",
    "command",
    "upstream GET shipments/:id",
  ]);
  const sent = receiver.texts.join("\n");
  for (const secret of [RECORD, "a-secret-key", "somebody@example.com"]) expect(sent).not.toContain(secret);
});

it("sends the type of an error and never its message, also of steps that Next traces", async () => {
  const { trace } = await import("@opentelemetry/api");
  const ofNext = trace.getTracer("next.js").startSpan("GET", {
    attributes: { "http.target": "/share/a-secret-token", "http.method": "GET" },
  });
  ofNext.recordException(new TypeError("about somebody@example.com"));
  ofNext.setStatus({ code: 2, message: "about somebody@example.com" });
  ofNext.end();
  const failing = traced("a failing step", {}, async () => {
    throw new RangeError("about a-secret-token");
  });
  await expect(failing).rejects.toThrow("about a-secret-token");
  await tracing?.flush();
  const failed = receiver.spans.find(({ name }) => name === "a failing step");
  expect(failed?.attributes).toEqual({ "error.type": "RangeError" });
  expect(receiver.spans.find(({ name }) => name === "GET")?.attributes).toEqual({ "http.method": "GET" });
  const sent = receiver.texts.join("\n");
  for (const secret of ["a-secret-token", "somebody@example.com"]) expect(sent).not.toContain(secret);
});
