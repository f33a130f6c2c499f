import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { openTestDashboard } from "@/lib/db/test-dashboard";
import { TrackingClient } from "@/lib/tracking/client";
import { type Answer, StubService } from "@/lib/tracking/stub-service";
import { readBeside } from "./read-beside";

let desk: Awaited<ReturnType<typeof openTestDashboard>>;
let stub: StubService;
let answer: Answer | undefined;
const MAP = { type: "FeatureCollection", features: [{ type: "Feature" }] };

vi.mock("@/lib/auth/session", () => ({ requireSession: async () => ({}) }));
vi.mock("@/lib/db/client", async (original) => ({ ...(await original<object>()), db: () => desk.db }));
vi.mock("@/lib/tracking/account", () => ({
  clientForPerson: () => new TrackingClient({ baseUrl: stub.baseUrl, key: "key", patienceMs: 0 }),
}));

beforeAll(async () => {
  desk = await openTestDashboard();
  stub = await StubService.start(() => answer);
});
afterAll(async () => {
  await stub.stop();
  await desk.close();
});
beforeEach(async () => {
  stub.requests.length = 0;
  answer = { body: MAP };
  await desk.pool.query("delete from kept_answers");
});

const older = (hours: number) =>
  desk.pool.query("update kept_answers set asked_at = now() - make_interval(hours => $1)", [hours]);

it("asks once for many who look, and again when the answer is old", async () => {
  const seen = await Promise.all([1, 2, 3].map(() => readBeside("map", "c-1")));
  for (const told of seen) expect(told).toMatchObject({ answer: MAP, problem: null, code: null });
  await readBeside("map", "c-1");
  expect(stub.asked).toEqual(["containers/c-1/map_geojson"]);
  await older(5);
  await readBeside("map", "c-1");
  expect(stub.requests).toHaveLength(1);
  await older(7);
  await readBeside("map", "c-1");
  expect(stub.requests).toHaveLength(2);
});

it("keeps what was said before beside the trouble of asking again, and its age", async () => {
  const before = await readBeside("map", "c-1");
  await older(7);
  answer = { status: 503 };
  const told = await readBeside("map", "c-1");
  expect(told).toMatchObject({ answer: MAP, code: "service_unreachable", answeredAt: before.answeredAt });
  const asked = stub.requests.length;
  await readBeside("map", "c-1");
  expect(stub.requests).toHaveLength(asked);
});

it("asks for what the plan leaves out once a day", async () => {
  answer = { status: 403, body: { errors: [{ detail: "Routing data feature is not enabled" }] } };
  expect(await readBeside("map", "c-1")).toMatchObject({
    answer: null,
    answeredAt: null,
    code: "not_allowed",
  });
  await older(23);
  await readBeside("map", "c-1");
  expect(stub.requests).toHaveLength(1);
  await older(25);
  await readBeside("map", "c-1");
  expect(stub.requests).toHaveLength(2);
});

it.each([
  ["map", { body: { type: "Point" } }],
  ["map", { text: "<html>" }],
  ["custom_fields", { body: { data: 7 } }],
  ["documents", { status: 404 }],
] as const)("answers trouble with %s as words, not as an error: %o", async (kind, given) => {
  answer = given;
  const told = await readBeside(kind, "c-1");
  expect(told.answer).toBeNull();
  expect(told.problem).toMatch(/\w/);
});

it("keeps kinds and boxes apart", async () => {
  await readBeside("map", "c-1");
  answer = { body: { data: [] } };
  await readBeside("documents", "c-1");
  await readBeside("custom_fields", "c-2");
  expect(stub.asked.map((path) => path.split("?")[0])).toEqual([
    "containers/c-1/map_geojson",
    "documents",
    "containers/c-2/custom_fields",
  ]);
});
