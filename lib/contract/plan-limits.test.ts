import { expect, it } from "vitest";
import { gateOf } from "./plan-limits";

const FREE =
  "On the free plan the API is usable only for creating tracking requests. All other permissions need a paid plan.";

it.each<[401 | 403, string, string, string | null]>([
  [401, "GET shipments", "The API key could not be verified.", "key"],
  [401, "GET shipments", FREE, "paid_plan"],
  [401, "POST containers/c-1/party_roles", "The party is not in your account.", null],
  [401, "POST containers/c-1/party_roles", FREE, "paid_plan"],
  [401, "GET containers/c-1/party_roles", "The API key could not be verified.", "key"],
  [403, "PATCH containers/c-1/refresh", "API access not enabled", "container_refresh"],
  [
    403,
    "GET containers/c-1/map_geojson",
    "Routing data feature is not enabled for this account",
    "routing_data",
  ],
  [403, "GET vessels/9321483", "Forbidden", "routing_data"],
  [403, "POST webhooks", "Rail LFD feature is not enabled for this account", "rail_lfd"],
  [403, "PATCH webhooks/w-1", "Rail LFD feature is not enabled for this account", "rail_lfd"],
  [403, "POST webhooks", "Forbidden", "webhooks"],
  [403, "GET webhook_notifications", "Forbidden", "webhooks"],
  [403, "POST tracking_requests", "The plan allows up to 10 active containers.", "container_limit"],
  [403, "GET tracking_requests", "Forbidden", "other"],
  [403, "GET custom_field_definitions", "Forbidden", "custom_fields"],
  [403, "GET containers/c-1/custom_fields", "Forbidden", "custom_fields"],
  [403, "POST documents", "Forbidden", "documents"],
  [403, "GET parties", "Forbidden", "other"],
  [403, "", "", "other"],
])("maps status %i for %s with message “%s” to gate %s", (status, request, text, gate) => {
  expect(gateOf(status, request, text)).toBe(gate);
});
