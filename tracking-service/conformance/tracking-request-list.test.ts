import { beforeAll, describe, expect, it } from "vitest";
import { relatedOne } from "@/lib/contract/json-api";
import { answered, ask, read, UNKNOWN } from "./asked-requests";
import { call, itHere, target } from "./target";

describe("supplement.md, GET /tracking_requests", () => {
  const reference = `ref-${Date.now()}`;
  let id = "";
  beforeAll(async () => {
    id = (await ask({ ...UNKNOWN, ref_numbers: [reference] })).item.id;
    await answered(id);
  }, 130_000);

  const list = async (parameters: Record<string, string>) =>
    call(`/tracking_requests?${new URLSearchParams({ "page[size]": "100", ...parameters })}`);
  const ids = async (parameters: Record<string, string>) =>
    (await list(parameters)).items.map((request) => request.id);

  it("lists the newest first, 30 to a page, shipments included", async () => {
    const answer = await call("/tracking_requests");
    expect(answer.status).toBe(200);
    expect(answer.document.meta?.size).toBeLessThanOrEqual(30);
    const created = answer.items.map(({ attributes }) => String(attributes?.created_at));
    expect(created).toEqual([...created].sort().reverse());
    const tracked = answer.items.flatMap((request) => relatedOne(request, "tracked_object")?.id ?? []);
    expect(answer.included.map((record) => record.id)).toEqual(expect.arrayContaining(tracked));
  });

  it("finds by q: a part of the number, or of a reference number", async () => {
    expect(await ids({ q: reference.toUpperCase() })).toEqual([id]);
    expect(await ids({ q: "test tr failed" })).toContain(id);
    expect(await ids({ q: "no such thing anywhere" })).toEqual([]);
    expect(await ids({ q: "100%" })).toEqual([]);
  });

  it("filters by request_number, status and scac", async () => {
    expect(await ids({ "filter[request_number]": "test-tr-failed" })).toContain(id);
    expect(await ids({ "filter[request_number]": "TEST-TR" })).toEqual([]);
    const failed = await list({ "filter[status]": "failed" });
    expect(failed.items.map((request) => request.id)).toContain(id);
    expect(new Set(failed.items.map(({ attributes }) => attributes?.status))).toEqual(new Set(["failed"]));
    expect(await ids({ "filter[status]": "succeeded" })).not.toContain(id);
    const [created, succeeded] = [
      await list({ "filter[status]": "created" }),
      await list({ "filter[status]": "succeeded" }),
    ];
    if (target.own) expect(created.document.meta?.total).toBe(succeeded.document.meta?.total);
    expect(await ids({ "filter[scac]": "test" })).toContain(id);
    expect(await ids({ "filter[scac]": "ZIMU", "filter[request_number]": "TEST-TR-FAILED" })).toEqual([]);
    expect(await ids({ "filter[scac]": "TEST", "filter[status]": "failed", q: reference })).toEqual([id]);
  });

  it.each(["created_at", "updated_at"])("filters by %s, both ends counted in", async (name) => {
    const at = String((await read(id)).item.attributes?.[name]);
    const around = (start: string, end: string) =>
      ids({ q: reference, [`filter[${name}][start]`]: start, [`filter[${name}][end]`]: end });
    const moved = (ms: number) => new Date(Date.parse(at) + ms).toISOString();
    expect(await around(at, at)).toEqual([id]);
    expect(await around(at.slice(0, 10), at.slice(0, 10))).toEqual([id]);
    expect(await around(moved(1_000), moved(60_000))).toEqual([]);
    expect(await around(moved(-60_000), moved(-1_000))).toEqual([]);
  });

  it.each([
    ["filter[status]", "lost"],
    ["filter[scac]", "MAE"],
    ["filter[created_at][start]", "yesterday"],
    ["filter[created_at][end]", "2026-13-01"],
    ["filter[updated_at][start]", "1"],
    ["filter[updated_at][end]", "2026-02-30T00:00:00Z"],
  ])("refuses %s=%s with 422 and its parameter", async (name, value) => {
    const answer = await list({ [name]: value });
    expect(answer.status).toBe(422);
    expect(answer.error.source?.parameter).toBe(name);
  });

  itHere("shows another account nothing of it", "it takes a second account", async () => {
    const key = target.strangerKey ?? "";
    expect((await call("/tracking_requests", { key })).items).toEqual([]);
    expect((await call(`/tracking_requests/${id}`, { key })).status).toBe(404);
    const body = { data: { type: "tracking_request", attributes: { ref_numbers: ["theirs"] } } };
    expect((await call(`/tracking_requests/${id}`, { key, method: "PATCH", body })).status).toBe(404);
    expect((await read(id)).item.attributes?.ref_numbers).toEqual([reference]);
  });
});
