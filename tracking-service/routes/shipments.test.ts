import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { relatedMany, relatedOne } from "@/lib/contract/json-api";
import { applyReport } from "@/tracking-service/facts/apply-report";
import { stepJourney } from "@/tracking-service/sources/simulation/manual-step";
import { everyPage } from "@/tracking-service/testing/every-page";
import { startTestService, type TestService } from "@/tracking-service/testing/running-service";

let service: TestService;
let stranger: { key: string; accountId: string };
let shipmentId: string;
let containerId: string;

beforeAll(async () => {
  service = await startTestService();
  stranger = await service.stranger();
  const afloat = (await service.call("/containers?page[size]=60&include=shipment")).items.find(
    ({ attributes }) => attributes?.current_status === "on_ship",
  );
  if (!afloat) throw new Error("no container on a ship");
  containerId = afloat.id;
  shipmentId = relatedOne(afloat, "shipment")?.id ?? "";
});
afterAll(() => service.end());

const list = async (query: string) => {
  const { items } = await everyPage(service.call, `/shipments?${query}`);
  return items;
};

const patch = (path: string, attributes?: object, key?: string) =>
  service.call(`/shipments/${path}`, {
    method: "PATCH",
    key,
    ...(attributes ? { body: { data: { type: "shipment", attributes } } } : {}),
  });

const read = async (id = shipmentId) => (await service.call(`/shipments/${id}`)).item;

describe("GET /shipments (interface.md)", () => {
  const dayAt = (instant: unknown, zone: unknown) =>
    new Intl.DateTimeFormat("en-CA", { timeZone: String(zone ?? "UTC"), dateStyle: "short" }).format(
      new Date(String(instant)),
    );

  it("filters by day of arrival, actual or else estimated, in the port's zone", async () => {
    const all = await list("");
    const days = new Map(
      all.map(({ id, attributes: facts }) => {
        const at = facts?.pod_ata_at ?? facts?.pod_eta_at;
        return [id, at ? dayAt(at, facts?.pod_timezone) : null];
      }),
    );
    const known = [...new Set([...days.values()].filter((day) => day !== null))].sort();
    expect(known.length).toBeGreaterThan(5);
    for (const day of known) {
      const found = await list(`arrival_date_from=${day}&arrival_date_to=${day}`);
      const expected = all.filter(({ id }) => days.get(id) === day);
      expect(found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    }
    const middle = known[Math.floor(known.length / 2)] ?? "";
    const later = await list(`arrival_date_from=${middle}`);
    expect(later).toHaveLength([...days.values()].filter((day) => day !== null && day >= middle).length);
    expect(await list("arrival_date_from=2026-12-01&arrival_date_to=2026-11-01")).toEqual([]);
    expect(await list("arrival_date_to=0001-01-01")).toEqual([]);
    expect(await list("arrival_date_from=0001-01-01&arrival_date_to=9998-12-31")).toHaveLength(
      [...days.values()].filter((day) => day !== null).length,
    );
  });

  it("uses the port's zone at midnight", async () => {
    const set = (ata: string, zone: string) =>
      service.store.pool.query("update shipments set attributes = attributes || $2 where id = $1", [
        shipmentId,
        { pod_ata_at: ata, pod_timezone: zone },
      ]);
    const before = (await read()).attributes;
    await set("2031-03-02T07:59:59Z", "America/Los_Angeles");
    expect(await list("arrival_date_from=2031-03-01&arrival_date_to=2031-03-01")).toHaveLength(1);
    expect(await list("arrival_date_from=2031-03-02")).toHaveLength(0);
    await set("2031-03-01T10:30:00Z", "Pacific/Kiritimati");
    expect(await list("arrival_date_from=2031-03-02&arrival_date_to=2031-03-02")).toHaveLength(1);
    expect(await list("arrival_date_from=2031-03-01&arrival_date_to=2031-03-01")).toHaveLength(0);
    await service.store.pool.query("update shipments set attributes = attributes || $2 where id = $1", [
      shipmentId,
      { pod_ata_at: before?.pod_ata_at ?? null, pod_timezone: before?.pod_timezone ?? null },
    ]);
  });

  it.each(["port_of_lading", "port_of_discharge"])("filters by any of several %s", async (name) => {
    const all = await list("");
    const codes = [
      ...new Set(all.flatMap(({ attributes }) => attributes?.[`${name}_locode`] ?? []).map(String)),
    ].slice(0, 2);
    const found = await list(codes.map((code) => `${name}[]=${code.toLowerCase()}`).join("&"));
    expect(found.map(({ id }) => id)).toEqual(
      all
        .filter(({ attributes }) => codes.includes(String(attributes?.[`${name}_locode`])))
        .map(({ id }) => id),
    );
    expect(await list(`${name}[]=ZZZZZ`)).toEqual([]);
  });

  it.each([
    ["arrival_date_from=2026-02-30", "arrival_date_from", "Invalid arrival_date_from"],
    ["arrival_date_from=2026-2-3", "arrival_date_from", "Invalid arrival_date_from"],
    ["arrival_date_to=tomorrow", "arrival_date_to", "Invalid arrival_date_to"],
    ["arrival_date_to=2026-02-03T00:00:00Z", "arrival_date_to", "Invalid arrival_date_to"],
    ["port_of_lading=CNSHA", "port_of_lading[]", "Invalid port_of_lading"],
    ["port_of_lading[]=SHA", "port_of_lading[]", "Invalid port_of_lading"],
    ["port_of_discharge[]=USLAX&port_of_discharge[]=", "port_of_discharge[]", "Invalid port_of_discharge"],
    ["port_of_discharge=USLAX", "port_of_discharge[]", "Invalid port_of_discharge"],
    ["flag[parties]=yes", "flag[parties]", "Invalid flag[parties]"],
  ])("rejects %s with 422", async (query, parameter, title) => {
    const response = await service.call(`/shipments?${query}`);
    expect(response.status).toBe(422);
    expect(response.error).toMatchObject({ title, source: { parameter } });
  });

  it("searches bills, references and containers by q", async () => {
    const { attributes } = await read();
    const number = (await service.call(`/containers/${containerId}`)).item.attributes?.number;
    await patch(shipmentId, { ref_numbers: ["Q-REF 100%"] });
    for (const q of [attributes?.bill_of_lading_number, number, "qref100%", "REF-10"]) {
      const ids = (await list(`q=${encodeURIComponent(String(q).toLowerCase())}`)).map(({ id }) => id);
      expect(ids, String(q)).toEqual([shipmentId]);
    }
    for (const q of ["%25", "no such number", "--"]) expect(await list(`q=${q}`), q).toEqual([]);
    expect(await list(`q=${number}&filter[tracking_stopped]=true`)).toEqual([]);
    const theirs = await service.call(`/shipments?q=${number}`, { key: stranger.key });
    expect(theirs.items).toEqual([]);
  });
});

describe("a report of a new estimated arrival", () => {
  it("refreshes all containers of the shipment, also while another transaction holds one", async () => {
    const { db, pool } = service.store;
    const { items } = await everyPage(service.call, "/shipments?include=containers");
    const members = (record: (typeof items)[number]) => relatedMany(record, "containers").map(({ id }) => id);
    const shipment = items.find(
      (one) => members(one).length > 2 && one.attributes?.pod_eta_at && !one.attributes.pod_ata_at,
    );
    if (!shipment) throw new Error("no shipment of several containers is afloat");
    const [reported = "", held, ...others] = members(shipment);
    const report = (days: number) => {
      const now = new Date(Date.now() + days * 86_400_000);
      const delta = {
        container: {},
        containerPlaces: {},
        shipment: { pod_eta_at: new Date(now.getTime() + 1_000).toISOString() },
        shipmentPlaces: {},
      };
      return db.transaction((tx) =>
        applyReport(tx, { containerId: reported, delta, milestones: [], dataSource: "shipping_line" }, now),
      );
    };
    const recent = async (count: number) =>
      (await service.call(`/containers?page[size]=${count}`)).items.map(({ id }) => id).sort();
    await report(1);
    expect(await recent(members(shipment).length)).toEqual(members(shipment).sort());
    const holder = await pool.connect();
    try {
      await holder.query("begin");
      await holder.query("select from containers where id = $1 for no key update", [held]);
      await report(2);
      expect(await recent(others.length + 1)).toEqual([reported, ...others].sort());
    } finally {
      await holder.query("rollback");
      holder.release();
    }
  });
});

describe("PATCH /shipments/{id} (supplement.md)", () => {
  it("replaces the members in the request and keeps the rest", async () => {
    const first = await patch(shipmentId, { ref_numbers: [" PO-1 ", "PO-2", "PO-1"], tags: ["hot"] });
    expect(first.status).toBe(200);
    expect(first.item.attributes).toMatchObject({ ref_numbers: ["PO-1", "PO-2"], tags: ["hot"] });
    expect(first.document.links?.self).toBe(`/v2/shipments/${shipmentId}`);
    const second = await patch(shipmentId, { ref_numbers: null, tags: [], bill_of_lading_number: "X" });
    expect(second.item.attributes).toEqual({ ...first.item.attributes, tags: [] });
    expect((await read()).attributes).toEqual(second.item.attributes);
  });

  it("is not reverted by later reports of a source", async () => {
    await patch(shipmentId, { ref_numbers: ["MINE"], tags: ["mine"] });
    const { db } = service.store;
    const container = { ref_numbers: ["THEIRS"], seal_number: "SEAL-77" };
    const shipment = { ref_numbers: ["THEIRS"], tags: ["theirs"], pod_voyage_number: "999W" };
    const delta = { container, containerPlaces: {}, shipment, shipmentPlaces: {} };
    const applied = await db.transaction((tx) =>
      applyReport(tx, { containerId, delta, milestones: [], dataSource: "shipping_line" }, new Date()),
    );
    expect(Object.keys(applied?.changes ?? {})).toEqual(["seal_number", "shipment.pod_voyage_number"]);
    await stepJourney(db, containerId, 3, new Date());
    expect((await read()).attributes).toMatchObject({ ref_numbers: ["MINE"], tags: ["mine"] });
  });

  it("loses nothing during concurrent reports", async () => {
    const { db } = service.store;
    const report = (seal: number) => {
      const shipment = { pod_voyage_number: `V${seal}` };
      const delta = {
        container: { seal_number: `S${seal}` },
        containerPlaces: {},
        shipment,
        shipmentPlaces: {},
      };
      return db.transaction((tx) =>
        applyReport(tx, { containerId, delta, milestones: [], dataSource: "shipping_line" }, new Date()),
      );
    };
    const rounds = Array.from({ length: 10 }, (_, round) => round);
    await Promise.all(
      rounds.flatMap((round) => [
        report(round),
        patch(shipmentId, { tags: [`t${round}`] }),
        patch(shipmentId, { ref_numbers: [`r${round}`] }),
      ]),
    );
    const facts = (await read()).attributes;
    expect(facts?.tags).toEqual([expect.stringMatching(/^t\d$/)]);
    expect(facts?.ref_numbers).toEqual([expect.stringMatching(/^r\d$/)]);
    expect(facts?.pod_voyage_number).toMatch(/^V\d$/);
  });

  it.each<[object, number, string]>([
    [{ data: { type: "container", attributes: {} } }, 400, "/data/type"],
    [{ data: { type: "shipment" } }, 400, "/data/attributes"],
    [{ data: { type: "shipment", attributes: { tags: "hot" } } }, 400, "/data/attributes/tags"],
    [{ data: { type: "shipment", attributes: { tags: [1] } } }, 400, "/data/attributes/tags/0"],
    [{ data: { type: "shipment", attributes: { tags: ["a", " "] } } }, 422, "/data/attributes/tags/1"],
    [
      { data: { type: "shipment", attributes: { ref_numbers: ["x".repeat(256)] } } },
      422,
      "/data/attributes/ref_numbers/0",
    ],
    [
      { data: { type: "shipment", attributes: { tags: ["new"], ref_numbers: Array(101).fill("x") } } },
      422,
      "/data/attributes/ref_numbers",
    ],
    [{ data: { type: "shipment", id: 7, attributes: {} } }, 400, "/data/id"],
  ])("rejects %j with %i and changes nothing", async (body, status, pointer) => {
    const before = (await read()).attributes;
    const response = await service.call(`/shipments/${shipmentId}`, { method: "PATCH", body });
    expect(response.status).toBe(status);
    expect(response.error.source?.pointer).toBe(pointer);
    expect((await read()).attributes).toEqual(before);
  });

  it("rejects a body for another shipment", async () => {
    const other = (await list("")).find(({ id }) => id !== shipmentId)?.id;
    const body = { data: { type: "shipment", id: other, attributes: { tags: ["x"] } } };
    const response = await service.call(`/shipments/${shipmentId}`, { method: "PATCH", body });
    expect(response.status).toBe(422);
    expect(response.error.source?.pointer).toBe("/data/id");
  });
});

describe("PATCH /shipments/{id}/stop_tracking and resume_tracking (supplement.md)", () => {
  beforeEach(() => patch(`${shipmentId}/resume_tracking`));

  it("stops on request with its user, sends nothing meanwhile, and resumes", async () => {
    const stopped = await patch(`${shipmentId}/stop_tracking`);
    expect(stopped.status).toBe(200);
    expect(stopped.item.attributes).toMatchObject({
      line_tracking_stopped_at: expect.stringMatching(/Z$/),
      line_tracking_stopped_reason: "cancelled_by_user",
    });
    expect(relatedOne(stopped.item, "line_tracking_stopped_by_user")?.type).toBe("user");
    const shown = await service.call(`/shipments/${shipmentId}?include=line_tracking_stopped_by_user`);
    expect(shown.included).toMatchObject([{ type: "user", attributes: { name: "API key" } }]);
    expect(await stepJourney(service.store.db, containerId, 1, new Date())).toEqual([]);
    expect((await list("filter[tracking_stopped]=true")).map(({ id }) => id)).toContain(shipmentId);

    const resumed = await patch(`${shipmentId}/resume_tracking`);
    expect(resumed.status).toBe(200);
    expect(resumed.item.attributes).toMatchObject({
      line_tracking_stopped_at: null,
      line_tracking_stopped_reason: null,
    });
    expect(relatedOne(resumed.item, "line_tracking_stopped_by_user")).toBeNull();
  });

  it("returns the same response twice", async () => {
    const first = await patch(`${shipmentId}/stop_tracking`);
    const again = await patch(`${shipmentId}/stop_tracking`);
    expect(again.status).toBe(200);
    expect(again.item).toEqual(first.item);
    expect((await patch(`${shipmentId}/resume_tracking`)).status).toBe(200);
    expect((await patch(`${shipmentId}/resume_tracking`)).status).toBe(200);
  });

  it("rejects a resumption beyond the plan's allowance with 403", async () => {
    const set = (plan: string) =>
      service.store.pool.query(
        "update accounts set plan = $2, trial_ends_at = now() + '1 day' where id = $1",
        [service.accountId, plan],
      );
    await patch(`${shipmentId}/stop_tracking`);
    await set("trial");
    const refused = await patch(`${shipmentId}/resume_tracking`);
    const still = await read();
    await set("paid");
    expect(refused.status).toBe(403);
    expect(refused.error.title).toBe("Container limit reached");
    expect(still.attributes?.line_tracking_stopped_reason).toBe("cancelled_by_user");
  });

  it("is limited to the account's own shipments", async () => {
    for (const action of ["", "/stop_tracking", "/resume_tracking"]) {
      const attributes = action === "" ? { tags: ["theirs"] } : undefined;
      expect((await patch(`${shipmentId}${action}`, attributes, stranger.key)).status).toBe(404);
      expect((await patch(`not-a-uuid${action}`, attributes)).status).toBe(404);
    }
    expect((await read()).attributes?.line_tracking_stopped_at).toBeNull();
  });
});

describe("party roles of shipments (supplement.md)", () => {
  const role = (partyId: string, name: unknown = "pickup_dray_carrier") => ({
    data: {
      type: "party_role",
      attributes: { role: name },
      relationships: { party: { data: { type: "party", id: partyId } } },
    },
  });
  const party = async (company_name: string, key?: string) =>
    (await service.call("/parties", { key, body: { data: { type: "party", attributes: { company_name } } } }))
      .item.id;

  it("are attached, listed only on one shipment, embedded in lists, and detached", async () => {
    const roles = `/shipments/${shipmentId}/party_roles`;
    const mine = await party("Harbor Line Haulage");
    const created = await service.call(roles, { body: role(mine) });
    expect(created.status).toBe(201);
    expect(created.item.attributes).toMatchObject({
      role: "pickup_dray_carrier",
      roleable_type: "Shipment",
      roleable_id: shipmentId,
    });
    expect(created.document.links?.self).toBe(`/v2${roles}`);
    expect((await service.call(roles)).items.map(({ id }) => id)).toEqual([created.item.id]);
    const onContainer = await service.call(`/containers/${containerId}/party_roles`);
    expect(onContainer.items.map(({ id }) => id)).not.toContain(created.item.id);

    const flagged = await everyPage(service.call, "/shipments?flag[parties]=true&include=party_roles.party");
    const row = flagged.items.find(({ id }) => id === shipmentId);
    expect(row && relatedMany(row, "party_roles").map(({ id }) => id)).toEqual([created.item.id]);
    expect(flagged.included.map(({ type }) => type).sort()).toEqual(["party", "party_role"]);

    const twice = await service.call(roles, { body: role(mine) });
    expect(twice.status).toBe(422);
    expect(twice.error.detail).toBe("Harbor Line Haulage already has this role on this shipment.");
    const wrongPlace = await service.call(`/containers/${containerId}/party_roles/${created.item.id}`, {
      method: "DELETE",
    });
    expect(wrongPlace.status).toBe(404);
    const notTheirs = { method: "DELETE", key: stranger.key };
    expect((await service.call(`${roles}/${created.item.id}`, notTheirs)).status).toBe(404);
    expect((await service.call(`${roles}/${created.item.id}`, { method: "DELETE" })).status).toBe(204);
    expect((await service.call(roles)).items).toEqual([]);
    expect((await service.call(`/parties/${mine}`)).status).toBe(200);
  });

  it("accept one value, and only parties of the account", async () => {
    const roles = `/shipments/${shipmentId}/party_roles`;
    const mine = await party("One Value Haulage");
    for (const name of ["customer", "Pickup_dray_carrier", " pickup_dray_carrier", "", null, undefined]) {
      const response = await service.call(roles, { body: role(mine, name === undefined ? [] : name) });
      expect(response.status, String(name)).toBe(name === undefined ? 400 : 422);
      expect(response.error.source?.pointer).toBe("/data/attributes/role");
    }
    const theirs = await party("Somebody Else's Haulage", stranger.key);
    expect((await service.call(roles, { body: role(theirs) })).status).toBe(401);
    expect((await service.call(roles, { key: stranger.key, body: role(theirs) })).status).toBe(404);
    expect((await service.call(roles)).items).toEqual([]);
  });
});
