import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { relatedOne } from "@/lib/contract/json-api";
import { call, itHere, showing, target } from "./target";

const NOWHERE = "00000000-0000-4000-8000-000000000000";
const SECOND_ACCOUNT = "it takes a second account";

const made: string[] = [];

async function newParty(key?: string): Promise<string> {
  const company_name = `Conformance ${Date.now()} ${made.length} ${Math.random()}`;
  const response = await call("/parties", {
    ...(key ? { key } : {}),
    body: { data: { type: "party", attributes: { company_name } } },
  });
  return response.item.id;
}

const role = (partyId: string, name: unknown = "pickup_dray_carrier", type = "party") => ({
  data: {
    type: "party_role",
    attributes: { role: name },
    relationships: { party: { data: { type, id: partyId } } },
  },
});

describe.each([
  ["containers", "Container", "interface.md", "{container_id}"],
  ["shipments", "Shipment", "supplement.md", "{id}"],
] as const)("party roles of %s", (folder, roleableType, document, part) => {
  const onShipment = folder === "shipments";
  const roleRow = onShipment
    ? "supplement.md, Party roles: its 422 for another role on a shipment"
    : "supplement.md, Party roles: pickup_dray_carrier is the only role on a container";
  let roles: string;
  let recordId: string;

  beforeAll(async () => {
    recordId = (await call(`/${folder}?page[size]=1`)).items[0]?.id ?? "";
    roles = `/${folder}/${recordId}/party_roles`;
  });
  afterAll(async () => {
    for (const path of made.splice(0)) await call(path, { method: "DELETE" });
  });

  async function attach(partyId: string) {
    const response = await call(roles, { body: role(partyId) });
    if (response.status === 201) made.push(`${roles}/${response.item.id}`);
    return response;
  }

  const others = onShipment ? "interface.md, Other endpoints: shipment party-role " : "";

  describe(`${document}, POST /${folder}/${part}/party_roles`, () => {
    it(`data, included, links.self; ${others && `${others}assignment; `}supplement.md, Status codes and envelopes: 201 for POST party_roles`, async () => {
      const party = await newParty();
      const response = await attach(party);
      expect(response.status).toBe(201);
      expect(response.item.attributes).toMatchObject({
        role: "pickup_dray_carrier",
        roleable_type: roleableType,
        roleable_id: recordId,
      });
      expect(relatedOne(response.item, "party")).toEqual({ type: "party", id: party });
      expect(response.included.map(({ type, id }) => `${type}/${id}`)).toEqual([`party/${party}`]);
      expect(response.document.links?.self).toMatch(new RegExp(`/v2${roles}$`));
    });

    it("rule 1: roles are additive", async () => {
      const ids = [(await attach(await newParty())).item.id, (await attach(await newParty())).item.id];
      expect((await call(roles)).items.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
    });

    it("rule 2: a party is replaced by deleting its role and creating a new one", async () => {
      const party = await newParty();
      const before = await attach(party);
      await call(`${roles}/${before.item.id}`, { method: "DELETE" });
      const after = await attach(party);
      expect(after.status).toBe(201);
      expect(after.item.id).not.toBe(before.item.id);
    });

    it("rule 3: the same party and role twice is 422; interface.md, Errors: 422 for a duplicate party and role", async () => {
      const party = await newParty();
      await attach(party);
      const before = (await call(roles)).items.length;
      expect((await attach(party)).status).toBe(422);
      expect((await call(roles)).items).toHaveLength(before);
    });

    it.each([NOWHERE, "no-uuid"])("rule 4: party %s, not of the account, is 401", async (id) => {
      expect((await attach(id)).status).toBe(401);
    });

    itHere("rule 4: another account's party is 401", SECOND_ACCOUNT, async () => {
      expect((await attach(await newParty(target.strangerKey ?? ""))).status).toBe(401);
    });

    it.each(["customer", "shipper", "PICKUP_DRAY_CARRIER", "", "x".repeat(500)])(
      `rule 5: role '%s' is 422; interface.md, Errors: 422 for another role than pickup_dray_carrier; ${roleRow}`,
      async (name) => {
        const response = await call(roles, { body: role(await newParty(), name) });
        expect(response.status).toBe(422);
        expect(response.error.source?.pointer).toBe("/data/attributes/role");
      },
    );

    it.each<[string, (party: string) => object, number, string]>([
      [
        "a wrong type of relationship",
        (id) => role(id, undefined, "container"),
        400,
        "/data/relationships/party/data/type",
      ],
      ["a role of a wrong JSON type", (id) => role(id, 7), 400, "/data/attributes/role"],
      ["no role", (id) => role(id, null), 422, "/data/attributes/role"],
      [
        "no party",
        () => ({ data: { type: "party_role", attributes: { role: "pickup_dray_carrier" } } }),
        400,
        "/data/relationships",
      ],
    ])("refuses %s", async (_, body, status, pointer) => {
      const response = await call(roles, { body: body(await newParty()) });
      expect(response.status).toBe(status);
      expect(response.error.source?.pointer).toBe(pointer);
    });

    it("path parameter container_id: 404 for a record that is not there", async () => {
      const response = await call(`/${folder}/${NOWHERE}/party_roles`, { body: role(await newParty()) });
      expect(response.status).toBe(404);
    });
  });

  describe(`${document}, GET /${folder}/${part}/party_roles`, () => {
    it(`every role with its party; ${others && `${others}listing`}`, async () => {
      const party = await newParty();
      const { item } = await attach(party);
      const response = await call(roles);
      expect(response.status).toBe(200);
      expect(response.items.map(({ id }) => id)).toContain(item.id);
      for (const each of response.items) expect(each.attributes?.roleable_id).toBe(recordId);
      expect(response.included.map(({ id }) => id)).toContain(party);
      expect(response.document.links?.self).toMatch(new RegExp(`/v2${roles}$`));
    });

    it.each([NOWHERE, "no-uuid"])("path parameter container_id: 404 for %s", async (id) => {
      expect((await call(`/${folder}/${id}/party_roles`)).status).toBe(404);
    });
  });

  const deletes = onShipment ? ["interface.md, DELETE /shipments/{shipment_id}/party_roles/{id}"] : [];
  describe(showing(`supplement.md, DELETE /${folder}/{id}/party_roles/{role_id}`, ...deletes), () => {
    it("detaches, and the party stays: 204", async () => {
      const party = await newParty();
      const { item } = await attach(party);
      expect((await call(`${roles}/${item.id}`, { method: "DELETE" })).status).toBe(204);
      expect((await call(roles)).items.map(({ id }) => id)).not.toContain(item.id);
      expect((await call(`/parties/${party}`)).status).toBe(200);
      expect((await call(`${roles}/${item.id}`, { method: "DELETE" })).status).toBe(404);
    });

    it.each([NOWHERE, "no-uuid"])("path parameter id: 404 for role %s", async (id) => {
      expect((await call(`${roles}/${id}`, { method: "DELETE" })).status).toBe(404);
    });

    it.each([NOWHERE, "no-uuid"])("path parameter shipment_id: 404 for a role of %s", async (id) => {
      const { item } = await attach(await newParty());
      const path = `/${folder}/${id}/party_roles/${item.id}`;
      expect((await call(path, { method: "DELETE" })).status).toBe(404);
      expect((await call(roles)).items.map((each) => each.id)).toContain(item.id);
    });
  });
});
