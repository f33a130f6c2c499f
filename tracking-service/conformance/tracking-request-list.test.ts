import { beforeAll, describe, expect, it } from "vitest";
import { relatedOne } from "@/lib/contract/json-api";
import { answered, read, send, UNKNOWN } from "./recorded-requests";
import { call, itHere, patience, target } from "./target";

describe("supplement.md, GET /tracking_requests", () => {
  const reference = `ref-${Date.now()}`;
  let id = "";
  beforeAll(async () => {
    id = (await send({ ...UNKNOWN, ref_numbers: [reference] })).item.id;
    await answered(id);
  }, patience(130_000));

  const list = async (parameters: Record<string, string>) =>
    call(`/tracking_requests?${new URLSearchParams({ "page[size]": "100", ...parameters })}`);
  const ids = async (parameters: Record<string, string>) =>
    (await list(parameters)).items.map((request) => request.id);

  it("newest first, 30 to a page, shipments included", async () => {
    const response = await call("/tracking_requests");
    expect(response.status).toBe(200);
    expect(response.document.meta?.size).toBeLessThanOrEqual(30);
    const created = response.items.map(({ attributes }) => String(attributes?.created_at));
    expect(created).toEqual([...created].sort().reverse());
    const tracked = response.items.flatMap((request) => relatedOne(request, "tracked_object")?.id ?? []);
    expect(response.included.map((record) => record.id)).toEqual(expect.arrayContaining(tracked));
  });

  it("q: a part of the number, or of a reference number", async () => {
    expect(await ids({ q: reference.toUpperCase() })).toEqual([id]);
    expect(await ids({ q: "test tr failed" })).toContain(id);
    expect(await ids({ q: "no such thing anywhere" })).toEqual([]);
    expect(await ids({ q: "100%" })).toEqual([]);
  });

  it("filter[request_number] is the whole number", async () => {
    expect(await ids({ "filter[request_number]": "test-tr-failed" })).toContain(id);
    expect(await ids({ "filter[request_number]": "TEST-TR" })).toEqual([]);
  });

  it("filter[status]", async () => {
    const failed = await list({ "filter[status]": "failed" });
    expect(failed.items.map((request) => request.id)).toContain(id);
    expect(new Set(failed.items.map(({ attributes }) => attributes?.status))).toEqual(new Set(["failed"]));
    expect(await ids({ "filter[status]": "succeeded" })).not.toContain(id);
    const [created, succeeded] = [
      await list({ "filter[status]": "created" }),
      await list({ "filter[status]": "succeeded" }),
    ];
    if (target.ours) expect(created.document.meta?.total).toBe(succeeded.document.meta?.total);
  });

  it("filter[scac], also next to others", async () => {
    expect(await ids({ "filter[scac]": "test" })).toContain(id);
    expect(await ids({ "filter[scac]": "ZIMU", "filter[request_number]": "TEST-TR-FAILED" })).toEqual([]);
    expect(await ids({ "filter[scac]": "TEST", "filter[status]": "failed", q: reference })).toEqual([id]);
  });

  it("include", async () => {
    const { items, included } = await list({ q: reference, include: "tracked_object,customer,user" });
    const user = items.flatMap((request) => relatedOne(request, "user")?.id ?? []);
    expect(included.map((record) => record.id)).toEqual(expect.arrayContaining(user));
    const unknown = await list({ include: "nothing" });
    expect([unknown.status, unknown.error.source?.parameter]).toEqual([400, "include"]);
  });

  it("page[size]", async () => {
    expect((await list({ "page[size]": "2" })).items).toHaveLength(2);
  });

  it("page[number]", async () => {
    const { links = {} } = (await list({ "page[size]": "2", "page[number]": "2" })).document;
    expect(new URL(links.current ?? "", "https://host").searchParams.get("page[number]")).toBe("2");
    expect(links).toHaveProperty("prev");
  });

  describe.each(["created_at", "updated_at"])("supplement.md, GET /tracking_requests", (name) => {
    let at: string;
    beforeAll(async () => {
      at = String((await read(id)).item.attributes?.[name]);
    });
    const moved = (ms: number) => new Date(Date.parse(at) + ms).toISOString();
    const bounded = (bound: string, value: string) =>
      ids({ q: reference, [`filter[${name}][${bound}]`]: value });

    it(`filter[${name}][start], counted in`, async () => {
      for (const value of [at, at.slice(0, 10), moved(-1_000)]) {
        expect(await bounded("start", value), value).toEqual([id]);
      }
      expect(await bounded("start", moved(2_000))).toEqual([]);
    });

    it(`filter[${name}][end], counted in`, async () => {
      for (const value of [at, at.slice(0, 10), moved(1_000)]) {
        expect(await bounded("end", value), value).toEqual([id]);
      }
      expect(await bounded("end", moved(-2_000))).toEqual([]);
    });
  });

  it.each([
    ["filter[status]", "lost"],
    ["filter[scac]", "MAE"],
    ["filter[created_at][start]", "yesterday"],
    ["filter[created_at][end]", "2026-13-01"],
    ["filter[updated_at][start]", "1"],
    ["filter[updated_at][end]", "2026-02-30T00:00:00Z"],
  ])("refuses %s=%s with 422 and its parameter", async (name, value) => {
    const response = await list({ [name]: value });
    expect(response.status).toBe(422);
    expect(response.error.source?.parameter).toBe(name);
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
