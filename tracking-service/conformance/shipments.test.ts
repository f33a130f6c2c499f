import { beforeAll, describe, expect, it } from "vitest";
import { relatedMany, relatedOne } from "@/lib/contract/json-api";
import { call, itOurs } from "./target";

const NOWHERE = "00000000-0000-4000-8000-000000000000";
const REALLY_FOLLOWED = "it would end the tracking of a shipment that is really followed";

type Item = Awaited<ReturnType<typeof call>>["item"];

let shipments: Item[];
let first: Item;

beforeAll(async () => {
  shipments = (await call("/shipments?page[size]=100")).items;
  const [one] = shipments;
  if (!one) throw new Error("the account has no shipment to test with");
  first = one;
});

const text = (item: Item, name: string) => {
  const value = item.attributes?.[name];
  return typeof value === "string" ? value : null;
};

async function list(query: string): Promise<Item[]> {
  const response = await call(`/shipments?${query}`);
  expect(response.status, query).toBe(200);
  return response.items;
}

/** The calendar day of arrival at the port of discharge, in the port's zone. */
function arrivalDay(item: Item): string | null {
  const at = text(item, "pod_ata_at") ?? text(item, "pod_eta_at");
  if (at === null) return null;
  const timeZone = text(item, "pod_timezone") ?? "UTC";
  return new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" }).format(new Date(at));
}

const patch = (path: string, attributes?: object) =>
  call(`/shipments/${path}`, {
    method: "PATCH",
    ...(attributes ? { body: { data: { type: "shipment", attributes } } } : {}),
  });

describe("interface.md, GET /shipments", () => {
  it("lists all shipments, newest created first, 30 a page", async () => {
    const response = await call("/shipments");
    expect(response.items.length).toBeLessThanOrEqual(30);
    expect(response.document.meta?.size).toBe(response.items.length);
    const created = shipments.map((item) => text(item, "created_at") ?? "");
    expect(created).toEqual([...created].sort().reverse());
    expect(new Set(shipments.map(({ id }) => id)).size).toBe(shipments.length);
  });

  // Other tests track shipments at the same time, which come first.
  it("page[size]", async () => {
    const page = (await list("page[size]=2")).map(({ id }) => id);
    const after = (await list("page[size]=100")).map(({ id }) => id);
    const newer = after.indexOf(page[0] ?? "");
    expect(page).toEqual(after.slice(newer, newer + 2));
    const known = shipments.map(({ id }) => id);
    expect(after.slice(0, newer).filter((id) => known.includes(id))).toEqual([]);
  });

  it("page[number]", async () => {
    const second = async () => (await list("page[size]=2&page[number]=1"))[1]?.id;
    const before = await second();
    const page = await list("page[size]=1&page[number]=2");
    expect(page).toHaveLength(1);
    expect([before, await second()]).toContain(page[0]?.id);
  });

  it("include: what is named stands in included", async () => {
    const response = await call("/shipments?page[size]=10&include=containers,port_of_discharge,pod_terminal");
    const keys = response.included.map(({ type, id }) => `${type}/${id}`);
    for (const item of response.items) {
      for (const link of [
        ...relatedMany(item, "containers"),
        relatedOne(item, "port_of_discharge"),
        relatedOne(item, "pod_terminal"),
      ]) {
        if (link) expect(keys).toContain(`${link.type}/${link.id}`);
      }
    }
  });

  it("response 200: data, included, links, meta", async () => {
    const { json } = await call("/shipments?page[size]=2&include=containers");
    expect(Object.keys(Object(json)).sort()).toEqual(["data", "included", "links", "meta"]);
  });

  it("number matches the number that was asked for, never a container's", async () => {
    const requests = await call("/tracking_requests?filter[status]=succeeded&page[size]=100");
    const request = requests.items.find(
      (item) => relatedOne(item, "tracked_object") && text(item, "request_type") !== "container",
    );
    const tracked = request && relatedOne(request, "tracked_object");
    if (!request || !tracked) throw new Error("no request of the account has succeeded");
    const found = await list(`number=${text(request, "request_number")}`);
    expect(found.map(({ id }) => id)).toContain(tracked.id);
    const container = (await call("/containers?page[size]=1")).items[0];
    expect(await list(`number=${container?.attributes?.number}`)).toEqual([]);
  });

  it("q searches master bill of lading, reference number and container number (deprecated)", async () => {
    const before = first.attributes?.ref_numbers;
    await patch(first.id, { ref_numbers: ["CONFORMANCE REF-0815"] });
    const listed = relatedMany(first, "containers")[0];
    const container = listed ? (await call(`/containers/${listed.id}`)).item : null;
    for (const q of [
      text(first, "bill_of_lading_number"),
      "CONFORMANCE REF-0815",
      container && text(container, "number"),
    ]) {
      if (q === null) continue;
      const ids = (await list(`q=${encodeURIComponent(q)}`)).map(({ id }) => id);
      expect(ids, q).toContain(first.id);
    }
    expect(await list("q=NO-SUCH-NUMBER-4711")).toEqual([]);
    await patch(first.id, { ref_numbers: before ?? [] });
  });

  it.each([true, false])("filter[tracking_stopped]=%s", async (stopped) => {
    for (const item of await list(`filter[tracking_stopped]=${stopped}`)) {
      expect(text(item, "line_tracking_stopped_at") !== null).toBe(stopped);
    }
  });

  it("flag[parties] adds party_roles, which nothing else does", async () => {
    for (const item of await list("flag[parties]=true&page[size]=3")) {
      expect(item.relationships).toHaveProperty("party_roles");
    }
    for (const query of ["page[size]=3", "page[size]=3&flag[parties]=false"]) {
      for (const item of await list(query)) expect(item.relationships).not.toHaveProperty("party_roles");
    }
  });

  it("include=party_roles.party embeds the roles and their parties", async () => {
    const name = `Conformance Roles ${Date.now()}`;
    const party = await call("/parties", {
      body: { data: { type: "party", attributes: { company_name: name } } },
    });
    const role = await call(`/shipments/${first.id}/party_roles`, {
      body: {
        data: {
          type: "party_role",
          attributes: { role: "pickup_dray_carrier" },
          relationships: { party: { data: { type: "party", id: party.item.id } } },
        },
      },
    });
    const response = await call("/shipments?flag[parties]=true&include=party_roles.party&page[size]=100");
    const item = response.items.find(({ id }) => id === first.id);
    expect(item && relatedMany(item, "party_roles").map(({ id }) => id)).toContain(role.item.id);
    const included = response.included.map(({ type, id }) => `${type}/${id}`);
    expect(included).toEqual(
      expect.arrayContaining([`party_role/${role.item.id}`, `party/${party.item.id}`]),
    );
    await call(`/shipments/${first.id}/party_roles/${role.item.id}`, { method: "DELETE" });
  });

  it.each<[string, (day: string, bound: string) => boolean, string]>([
    ["arrival_date_from", (day, bound) => day >= bound, "2999-12-31"],
    ["arrival_date_to", (day, bound) => day <= bound, "1990-01-01"],
  ])("%s bounds the day of arrival", async (name, keeps, beyond) => {
    const days = shipments.flatMap((item) => arrivalDay(item) ?? []).sort();
    const bound = days[Math.floor(days.length / 2)] ?? "";
    const found = await list(`page[size]=100&${name}=${bound}`);
    expect(found.length).toBeGreaterThan(0);
    for (const item of found) expect(keeps(arrivalDay(item) ?? "", bound), item.id).toBe(true);
    expect(await list(`${name}=${beyond}`)).toEqual([]);
  });

  it.each(["port_of_lading", "port_of_discharge"])("%s[] takes an array of UN/LOCODEs", async (name) => {
    const codes = [...new Set(shipments.flatMap((item) => text(item, `${name}_locode`) ?? []))].slice(0, 2);
    const found = await list(codes.map((code) => `${name}[]=${code}`).join("&"));
    expect(found.length).toBeGreaterThan(0);
    for (const item of found) expect(codes).toContain(text(item, `${name}_locode`));
  });

  it.each([
    ["arrival_date_from", "arrival_date_from=2026-13-01"],
    ["arrival_date_from", "arrival_date_from=01.02.2026"],
    ["arrival_date_to", "arrival_date_to=2026-02-30"],
    ["port_of_lading", "port_of_lading=CNSHA"],
    ["port_of_lading", "port_of_lading[]=SHANGHAI"],
    ["port_of_discharge", "port_of_discharge=USLAX"],
    ["port_of_discharge", "port_of_discharge[]=LAX"],
  ])("422: Invalid %s (%s)", async (name, query) => {
    const response = await call(`/shipments?${query}`);
    expect(response.status).toBe(422);
    expect(response.error.title).toBe(`Invalid ${name}`);
  });

  it("by container number with GET /containers?filter[number]=…&include=shipment", async () => {
    const link = relatedMany(first, "containers")[0];
    if (!link) return;
    const number = (await call(`/containers/${link.id}`)).item.attributes?.number;
    const response = await call(`/containers?filter[number]=${number}&include=shipment`);
    expect(response.included.map(({ id }) => id)).toContain(first.id);
  });
});

describe("supplement.md, GET /shipments/{id}", () => {
  it.each([
    "containers",
    "port_of_lading",
    "port_of_discharge",
    "pod_terminal",
    "destination",
    "destination_terminal",
  ])("include=%s", async (name) => {
    const response = await call(`/shipments/${first.id}?include=${name}`);
    expect(response.status).toBe(200);
    expect(response.item.id).toBe(first.id);
    const linked =
      name === "containers" ? relatedMany(response.item, name) : [relatedOne(response.item, name)];
    expect(response.included.map(({ id }) => id).sort()).toEqual(
      linked.flatMap((link) => link?.id ?? []).sort(),
    );
  });

  it.each([NOWHERE, "no-uuid"])("404 for %s", async (id) => {
    expect((await call(`/shipments/${id}`)).status).toBe(404);
  });

  it("400 for an unknown relationship", async () => {
    const response = await call(`/shipments/${first.id}?include=captain`);
    expect(response.status).toBe(400);
    expect(response.error.source?.parameter).toBe("include");
  });
});

describe("supplement.md, PATCH /shipments/{id}", () => {
  it("ref_numbers[] and supplement.md, PATCH /shipments/{id}: tags[] are replaced, each when it is sent", async () => {
    const { ref_numbers, tags } = first.attributes ?? {};
    const edited = await patch(first.id, { ref_numbers: ["CONF-1", "CONF-2"], tags: ["conformance"] });
    expect(edited.status).toBe(200);
    expect(edited.item.attributes).toMatchObject({
      ref_numbers: ["CONF-1", "CONF-2"],
      tags: ["conformance"],
    });
    const again = await patch(first.id, { ref_numbers: ["CONF-3"] });
    expect(again.item.attributes).toMatchObject({ ref_numbers: ["CONF-3"], tags: ["conformance"] });
    const restored = await patch(first.id, { ref_numbers: ref_numbers ?? [], tags: tags ?? [] });
    expect(restored.item.attributes?.tags).toEqual(tags ?? []);
    expect((await call(`/shipments/${first.id}`)).item.attributes?.ref_numbers).toEqual(ref_numbers ?? []);
  });

  it.each<[object, number, string]>([
    [{ data: { type: "container", attributes: {} } }, 400, "/data/type"],
    [{ data: { type: "shipment" } }, 400, "/data/attributes"],
    [{ data: { type: "shipment", attributes: { ref_numbers: "PO" } } }, 400, "/data/attributes/ref_numbers"],
    [{ data: { type: "shipment", attributes: { tags: [""] } } }, 422, "/data/attributes/tags/0"],
  ])("refuses %j with %i", async (body, status, pointer) => {
    const response = await call(`/shipments/${first.id}`, { method: "PATCH", body });
    expect(response.status).toBe(status);
    expect(response.error.source?.pointer).toBe(pointer);
  });

  it("404 for a shipment that is not there", async () => {
    expect((await patch(NOWHERE, { tags: [] })).status).toBe(404);
  });
});

describe("supplement.md, PATCH /shipments/{id}/stop_tracking; supplement.md, PATCH /shipments/{id}/resume_tracking", () => {
  itOurs("stops by hand and resumes, twice the same", REALLY_FOLLOWED, async () => {
    const tracked = (await list("filter[tracking_stopped]=false&page[size]=100")).at(-1);
    if (!tracked) throw new Error("no shipment is tracked");
    for (let time = 0; time < 2; time += 1) {
      const stopped = await patch(`${tracked.id}/stop_tracking`);
      expect(stopped.status).toBe(200);
      expect(stopped.item.attributes).toMatchObject({ line_tracking_stopped_reason: "cancelled_by_user" });
      expect(text(stopped.item, "line_tracking_stopped_at")).not.toBeNull();
      expect(relatedOne(stopped.item, "line_tracking_stopped_by_user")?.type).toBe("user");
    }
    for (let time = 0; time < 2; time += 1) {
      const resumed = await patch(`${tracked.id}/resume_tracking`);
      expect(resumed.status).toBe(200);
      expect(resumed.item.attributes).toMatchObject({
        line_tracking_stopped_at: null,
        line_tracking_stopped_reason: null,
      });
      expect(relatedOne(resumed.item, "line_tracking_stopped_by_user")).toBeNull();
    }
  });

  it.each(["stop_tracking", "resume_tracking"])(
    "404 for %s of a shipment that is not there",
    async (action) => {
      expect((await patch(`${NOWHERE}/${action}`)).status).toBe(404);
      expect((await patch(`no-uuid/${action}`)).status).toBe(404);
    },
  );
});
