import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { partyRecord } from "@/lib/contract/fixtures";
import { TrackingClient } from "./client";
import { createOnce } from "./idempotent-create";
import { type StubResponse, StubService } from "./test-stub-service";

let stub: StubService;
const party = partyRecord("p-1", "Harbor Trucking");
const body = { data: { type: "party", attributes: { company_name: "Harbor Trucking" } } };
let posted: StubResponse = {};
let listed: (() => StubResponse)[] = [];

beforeEach(async () => {
  stub = await StubService.start(({ method }) => {
    if (method === "POST") return posted;
    return (listed.length > 1 ? listed.shift() : listed[0])?.();
  });
});
afterEach(() => stub.stop());

const empty = (): StubResponse => ({ body: { data: [] } });
const full = (): StubResponse => ({ body: { data: [party] } });
const client = () =>
  new TrackingClient({ baseUrl: stub.baseUrl, key: "key", patienceMs: 0, timeoutMs: 1_500 });

const create = () =>
  createOnce(client(), "parties", body, async () => {
    const { document } = await client().getPage("parties");
    return document.data[0] ?? null;
  });

describe("a create without a response", () => {
  it.each([
    ["cut", { drop: true }],
    ["late", { stall: '{"data":' }],
    ["500", { status: 500, body: {} }],
    ["truncated", { cut: '{"data":' }],
  ])("succeeds when the record was created, and is sent once: %s", async (_, response) => {
    posted = response;
    listed = [empty, full];
    expect((await create()).document.data.id).toBe("p-1");
    expect(stub.asked.filter((path) => path.startsWith("POST"))).toHaveLength(1);
  });

  it("reports that nothing was created", async () => {
    posted = { drop: true };
    listed = [empty];
    await expect(create()).rejects.toMatchObject({
      code: "service_unreachable",
      mayBeDone: false,
      message: expect.stringContaining("The tracking service did not respond"),
    });
    expect(stub.asked.filter((path) => path.startsWith("POST"))).toHaveLength(1);
  });

  it.each<[string, () => StubResponse | Promise<StubResponse>]>([
    ["by us", () => new Promise(() => undefined)],
    ["by what stands between", () => ({ status: 504, body: {} })],
  ])("reports that it may still be executed after a timeout %s without a record", async (_, response) => {
    stub.answer = ({ method }) => (method === "POST" ? response() : empty());
    await expect(create()).rejects.toMatchObject({
      code: "service_unreachable",
      mayBeDone: true,
      message: expect.stringContaining("Check whether it was saved"),
    });
    expect(stub.asked).toEqual(["POST parties", "parties", "parties"]);
  });

  it("stays unknown when the lookup fails", async () => {
    posted = { drop: true };
    listed = [() => ({ status: 404, body: {} })];
    await expect(create()).rejects.toMatchObject({ mayBeDone: true });
  });

  it("is not looked up when it was refused", async () => {
    posted = { status: 422, body: { errors: [{ detail: "taken" }] } };
    await expect(create()).rejects.toMatchObject({ code: "refused_by_service", message: "taken" });
    expect(stub.requests).toHaveLength(1);
  });
});
