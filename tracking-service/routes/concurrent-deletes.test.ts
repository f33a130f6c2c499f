import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestService, type TestService, until } from "@/tracking-service/testing/running-service";

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ seedContainers: 2 });
});
afterAll(() => service.end());

const created = async (path: string, type: string, attributes: Record<string, unknown>) =>
  (await service.call(path, { body: { data: { type, attributes } } })).item.id;

const DEFINITION = { entity_type: "Shipment", display_name: "Yard", data_type: "enum", api_slug: "yard" };

async function optionOf(definition: Record<string, unknown>): Promise<string> {
  const id = await created("/custom_field_definitions", "custom_field_definition", definition);
  const path = `/custom_field_definitions/${id}/options`;
  return `${path}/${await created(path, "custom_field_option", { value: "north", label: "North" })}`;
}

async function fieldOfShipment(): Promise<string> {
  const definition = { ...DEFINITION, data_type: "short_text", api_slug: "note" };
  await created("/custom_field_definitions", "custom_field_definition", definition);
  const shipment = (await service.call("/shipments?page[size]=1")).items[0]?.id;
  const path = `/shipments/${shipment}/custom_fields`;
  await created(path, "custom_field", { api_slug: "note", value: "fragile" });
  return `${path}/note`;
}

async function document(): Promise<string> {
  const form = new FormData();
  form.append("file", new File(["Arrival notice"], "notice.txt", { type: "text/plain" }));
  const { id } = (await service.call("/documents", { text: form })).item;
  await until(async () => (await service.call(`/documents/${id}`)).item.attributes?.status !== "pending");
  return `/documents/${id}`;
}

const webhook = async () => {
  const attributes = { url: "https://dashboard.example/hook", active: true, events: ["container.updated"] };
  return `/webhooks/${await created("/webhooks", "webhook", attributes)}`;
};

/** Deletes twice at the same time. The rows are locked meanwhile, so both requests read before either deletes. */
async function deleteTwice(path: string, table: string): Promise<number[]> {
  const { pool } = service.store;
  const holder = await pool.connect();
  await holder.query("begin");
  await holder.query(`select 1 from ${table} for update`);
  const both = [1, 2].map(() => service.call(path, { method: "DELETE" }));
  await until(async () => {
    const { rows } = await pool.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return rows.length === 2;
  });
  await holder.query("rollback");
  holder.release();
  return (await Promise.all(both)).map(({ status }) => status).sort();
}

it.each([
  ["a webhook", webhook, "webhooks", 200],
  ["a document", document, "documents", 204],
  [
    "a custom field definition",
    async () => {
      const other = { ...DEFINITION, api_slug: "gate" };
      return `/custom_field_definitions/${await created("/custom_field_definitions", "custom_field_definition", other)}`;
    },
    "custom_field_definitions",
    200,
  ],
  ["an option", () => optionOf(DEFINITION), "custom_field_options", 200],
  ["a custom field", fieldOfShipment, "custom_fields", 204],
])("one of two concurrent deletes of %s gets 404", async (_, make, table, done) => {
  expect(await deleteTwice(await make(), table)).toEqual([done, 404]);
});
