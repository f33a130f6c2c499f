import { announce } from "@/tracking-service/deliveries/enqueue";
import { type Answer, type Call, send } from "./response";
import type { TestService } from "./running-service";

const body = (type: string, attributes: object, relationships = {}) => ({
  body: { data: { type, attributes, relationships } },
});

const MAIL = [
  "From: line@example.com",
  "To: dashboard@example.com",
  "Subject: Arrival notice",
  "MIME-Version: 1.0",
  'Content-Type: multipart/mixed; boundary="b"',
  "",
  "--b",
  "Content-Type: text/plain",
  'Content-Disposition: attachment; filename="notice.txt"',
  "",
  "Nothing of note.",
  "--b--",
  "",
].join("\r\n");

/** Adds one of every record that seeding does not create to a seeded account. Its webhook delivers to `hookUrl`. */
export async function fillAccount(
  { url, store }: TestService,
  { key, accountId }: { key: string; accountId: string },
  hookUrl: string,
): Promise<void> {
  const call = (path: string, options?: Call) => send(url, key, path, options);
  const make = async (path: string, options: Call): Promise<Answer> => {
    const response = await call(path, options);
    if (response.status !== 201) throw new Error(`POST ${path}: ${response.glimpse}`);
    return response;
  };
  const first = async (path: string) => {
    const [record] = (await call(path)).items;
    if (!record) throw new Error(`${path} is empty: the account was not seeded`);
    return record.id;
  };
  const container = `/containers/${await first("/containers")}`;
  const shipment = `/shipments/${await first("/shipments")}`;
  const requestId = await first("/tracking_requests");
  const party = { data: { type: "party", id: await first("/parties") } };

  const role = body("party_role", { role: "pickup_dray_carrier" }, { party });
  for (const { id } of (await call(`${container}/party_roles`)).items) {
    await call(`${container}/party_roles/${id}`, { method: "DELETE" });
  }
  await make(`${shipment}/party_roles`, role);
  await make(`${container}/party_roles`, role);

  const events = ["tracking_request.succeeded"];
  await make("/webhooks", body("webhook", { url: hookUrl, active: true, events }));
  const reference = { type: "tracking_request", id: requestId } as const;
  await store.db.transaction((tx) =>
    announce(tx, accountId, [{ event: "tracking_request.succeeded", reference }], new Date()),
  );

  const entities = {
    Shipment: shipment,
    Container: container,
    TrackingRequest: `/tracking_requests/${requestId}`,
  };
  for (const [entity_type, path] of Object.entries(entities)) {
    const field = { entity_type, display_name: "Priority", api_slug: "priority", data_type: "enum" };
    const created = await make("/custom_field_definitions", body("custom_field_definition", field));
    const options = `/custom_field_definitions/${created.item.id}/options`;
    await make(options, body("custom_field_option", { value: "high", label: "High" }));
    const value = { api_slug: created.item.attributes?.api_slug, value: "high" };
    await make(`${path}/custom_fields`, body("custom_field", value));
  }
  await make("/email_submissions", { text: MAIL, headers: { "Content-Type": "message/rfc822" } });
}
