import { describe, expect, it } from "vitest";
import { maersk, send } from "./recorded-requests";
import { call, itHere, itOurs, target } from "./target";

const NOWHERE = "00000000-0000-4000-8000-000000000000";

const bare = (attributes: object = {}) => ({ data: { type: "party", attributes } });
const blankName = async () => (await call("/parties", { body: bare({ company_name: " " }) })).error;

describe("interface.md, Errors", () => {
  it.each(["title", "detail"] as const)("%s says it in words", async (name) => {
    expect((await blankName())[name]).toEqual(expect.stringMatching(/\w/));
  });

  it("source.pointer names the member of the body", async () => {
    expect((await blankName()).source).toEqual({ pointer: "/data/attributes/company_name" });
  });

  it("source.parameter names the parameter", async () => {
    expect((await call("/containers?page[size]=0")).error.source).toEqual({ parameter: "page[size]" });
  });

  it("code names the kind of refusal", async () => {
    const { code } = await blankName();
    if (target.ours) expect(code).toBe("blank");
    if (code !== undefined) expect(code).toBeTypeOf("string");
  });

  it("status is the answer's, as text", async () => {
    expect((await blankName()).status).toBe("422");
  });

  it("400 for a malformed request", async () => {
    for (const text of ["{", "", "[]", "null", '{"data":[]}']) {
      expect((await call("/parties", { text })).status, text).toBe(400);
    }
  });

  it("400 for failed validation", async () => {
    expect((await call("/parties", { body: bare({ company_name: 1 }) })).status).toBe(400);
    expect((await call("/containers?include=nothing")).status).toBe(400);
    expect((await call("/containers?page[number]=-1")).status).toBe(400);
  });

  it("401 for a missing key", async () => {
    expect((await call("/containers", { key: "" })).status).toBe(401);
  });

  it("401 for an invalid key", async () => {
    expect((await call("/containers", { key: "invalid" })).status).toBe(401);
  });

  it("404 for what does not exist", async () => {
    for (const path of [`/containers/${NOWHERE}`, `/shipments/${NOWHERE}`, "/nothing/at/all"]) {
      expect((await call(path)).status, path).toBe(404);
    }
  });

  it("405 names the methods that are possible; 413 is more than 1 MB", async () => {
    const put = await call("/parties", { method: "PUT", body: bare() });
    expect([put.status, put.headers.get("allow")]).toEqual([405, "GET, HEAD, POST"]);
    const large = await call("/parties", { body: bare({ company_name: "x".repeat(1_000_001) }) });
    expect(large.status).toBe(413);
  });

  it("422 for a malformed container number", async () => {
    const requested = await send(maersk("MSKU1234567890", "container"));
    expect([requested.status, requested.error.source?.pointer]).toEqual([
      422,
      "/data/attributes/request_number",
    ]);
  });

  it("422 for invalid list filters", async () => {
    for (const filter of ["arrival_date_from=soon", "port_of_lading[]=X", "arrival_date_to=2026-02-30"]) {
      expect((await call(`/shipments?${filter}`)).status, filter).toBe(422);
    }
  });

  it("422 for a blank company_name", async () => {
    expect((await call("/parties", { body: bare() })).status).toBe(422);
  });

  itHere("5xx when the service is unavailable is an error like others", "it works", async () => {
    const { failing } = target;
    if (!failing) throw new Error("no service fails");
    const response = await call("/containers", { at: failing });
    expect(response.status).toBe(503);
    expect(response.error).toMatchObject({
      status: "503",
      title: expect.any(String),
      detail: expect.any(String),
    });
  });
});

describe("interface.md, Versioning", () => {
  const described = async () => (await call("/openapi.json", { key: "" })).json;

  it("the base address ends in /v2", () => {
    expect(target.url).toMatch(/\/v2$/);
  });

  it("resource links start with /v2", async () => {
    const { document, items } = await call("/shipments?page[size]=1");
    for (const link of Object.values(document.links ?? {})) {
      expect(new URL(link, "https://host").pathname).toBe("/v2/shipments");
    }
    const self = String(Object(items[0]?.links).self);
    expect(new URL(self, "https://host").pathname).toBe(`/v2/shipments/${items[0]?.id}`);
  });

  const why = "it describes itself in another way";

  itOurs("version 0.2.0", why, async () => {
    expect(await described()).toMatchObject({
      openapi: expect.stringMatching(/^3\.1\./),
      info: { version: "0.2.0" },
    });
  });

  itOurs("Beta", why, async () => {
    expect(await described()).toMatchObject({ info: { title: expect.stringContaining("Beta") } });
  });

  itOurs("q is deprecated", why, async () => {
    const q = expect.objectContaining({ name: "q", deprecated: true });
    expect(await described()).toMatchObject({
      paths: { "/shipments": { get: { parameters: expect.arrayContaining([q]) } } },
    });
  });

  itOurs("ind_facility_lfd_on is deprecated", why, async () => {
    const attributes = { properties: { ind_facility_lfd_on: { deprecated: true } } };
    expect(await described()).toMatchObject({
      components: { schemas: { container: { properties: { attributes } } } },
    });
  });
});
