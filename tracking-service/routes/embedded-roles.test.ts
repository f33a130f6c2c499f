import { afterAll, beforeAll, expect, it } from "vitest";
import { relatedMany } from "@/lib/contract/json-api";
import { startTestService, type TestService } from "@/tracking-service/testing/running-service";

let service: TestService;
let shipmentId = "";
let partyId = "";
let roleId = "";

beforeAll(async () => {
  service = await startTestService({ seedContainers: 6 });
  shipmentId = (await service.call("/shipments?page[size]=1")).items[0]?.id ?? "";
  const attributes = { company_name: "Harbor Line Haulage" };
  partyId = (await service.call("/parties", { body: { data: { type: "party", attributes } } })).item.id;
  const role = {
    type: "party_role",
    attributes: { role: "pickup_dray_carrier" },
    relationships: { party: { data: { type: "party", id: partyId } } },
  };
  roleId = (await service.call(`/shipments/${shipmentId}/party_roles`, { body: { data: role } })).item.id;
});
afterAll(() => service.end());

const WANTED = "include=party_roles.party";

it.each([WANTED, `${WANTED}&flag[parties]=true`, `${WANTED}&flag[parties]=false`])(
  "one shipment embeds its party roles and their parties with %s",
  async (query) => {
    const { item, included } = await service.call(`/shipments/${shipmentId}?${query}`);
    expect(relatedMany(item, "party_roles")).toEqual([{ type: "party_role", id: roleId }]);
    expect(included.map(({ type, id }) => `${type} ${id}`).sort()).toEqual([
      `party ${partyId}`,
      `party_role ${roleId}`,
    ]);
  },
);

it("one shipment lists them with the flag alone and omits the relationship by default", async () => {
  const { item } = await service.call(`/shipments/${shipmentId}?flag[parties]=true`);
  expect(relatedMany(item, "party_roles")).toEqual([{ type: "party_role", id: roleId }]);
  const plain = await service.call(`/shipments/${shipmentId}?include=containers`);
  expect(plain.item.relationships).not.toHaveProperty("party_roles");
});

it.each([
  `/shipments?${WANTED}`,
  `/shipments?${WANTED}&flag[parties]=true`,
  "/containers?include=shipment.party_roles.party",
  "/shipments?include=containers&include=party_roles.party",
])("%s embeds them and links them to their shipment", async (path) => {
  const { items, included } = await service.call(path);
  const shipments = [...items, ...included].filter(({ type }) => type === "shipment");
  const [own] = shipments.filter(({ id }) => id === shipmentId);
  expect(own && relatedMany(own, "party_roles")).toEqual([{ type: "party_role", id: roleId }]);
  expect(included.filter(({ type }) => type.startsWith("party")).map(({ id }) => id)).toEqual(
    expect.arrayContaining([partyId, roleId]),
  );
});

it("a repeated include counts every value", async () => {
  const path = `/shipments/${shipmentId}?include=containers&include=port_of_lading,port_of_discharge`;
  const { included } = await service.call(path);
  expect(new Set(included.map(({ type }) => type))).toEqual(new Set(["container", "port"]));
  expect((await service.call(`/shipments/${shipmentId}/party_roles?include=party`)).status).toBe(200);
  expect((await service.call(`/shipments/${shipmentId}/party_roles?include=colour`)).status).toBe(400);
  const unknown = await service.call(`/shipments/${shipmentId}?include=containers&include=colour`);
  expect([unknown.status, unknown.error.source?.parameter]).toEqual([400, "include"]);
});
