import { describe, expect, it } from "vitest";
import {
  createPartyRoleSchema,
  createPartySchema,
  createTrackingRequestSchema,
  createWebhookSchema,
} from "./request-bodies";

const request = (attributes: object, rest: object = {}) => ({
  data: {
    type: "tracking_request",
    attributes: { request_number: "MAEU1", request_type: "bill_of_lading", ...attributes },
    ...rest,
  },
});
const role = (attributes: object, party: object = { type: "party", id: "p" }) => ({
  data: { type: "party_role", attributes, relationships: { party: { data: party } } },
});
const webhook = (attributes: object) => ({
  data: { type: "webhook", attributes: { url: "https://d", active: true, events: [], ...attributes } },
});

describe("request body schemas", () => {
  it("return a valid body unchanged", () => {
    const customer = { relationships: { customer: { data: { type: "party", id: "p" } } } };
    const whole = request({ scac: "MAEU", ref_numbers: ["PO-1"], shipment_tags: [] }, customer);
    expect(createTrackingRequestSchema.parse(whole)).toEqual(whole);
    const right = role({ role: "pickup_dray_carrier" });
    expect(createPartyRoleSchema.parse(right)).toEqual(right);
    expect(createWebhookSchema.parse(webhook({ events: ["container.updated"] }))).toBeTruthy();
  });

  it.each([
    request({ request_type: "parcel" }),
    request({ reference: "PO-1" }),
    request({ scac: null }),
    request({ request_number: 5 }),
    request({}, { id: "chosen-by-us" }),
    request({}, { relationships: { customer: { data: { type: "user", id: "p" } } } }),
    request({}, { relationships: { customer: { data: { type: "party", id: "" } } } }),
    request({}, { relationships: { customer: { data: null } } }),
    { ...request({}), meta: {} },
  ])("reject an invalid tracking request: %#", (body) => {
    expect(createTrackingRequestSchema.safeParse(body).success).toBe(false);
  });

  it.each([
    role({ role: "customer" }),
    role({}),
    role({ role: "pickup_dray_carrier", note: "x" }),
    role({ role: "pickup_dray_carrier" }, { type: "company", id: "p" }),
    role({ role: "pickup_dray_carrier" }, { type: "party", id: "" }),
    role({ role: "pickup_dray_carrier" }, { type: "party", id: "p", name: "x" }),
  ])("reject an invalid party role: %#", (body) => {
    expect(createPartyRoleSchema.safeParse(body).success).toBe(false);
  });

  it.each([
    webhook({ events: ["container.teleported"] }),
    webhook({ secret: "chosen by us" }),
    webhook({ active: "yes" }),
    { data: { type: "party", attributes: {} } },
    { data: { type: "party", attributes: { company_name: "A", nickname: "B" } } },
  ])("reject an invalid webhook or party: %#", (body) => {
    expect(createWebhookSchema.safeParse(body).success).toBe(false);
    expect(createPartySchema.safeParse(body).success).toBe(false);
  });
});
