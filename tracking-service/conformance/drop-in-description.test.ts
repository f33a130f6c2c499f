import { expect, it } from "vitest";
import { z } from "zod";
import { call, itOurs } from "./target";

/** Every operation of interface.md, supplement.md and supplement-2.md, with its path parameters as {}. */
const OPERATIONS = `
GET /shipments | GET, PATCH /shipments/{} | PATCH /shipments/{}/stop_tracking | PATCH /shipments/{}/resume_tracking
GET, POST /shipments/{}/party_roles | DELETE /shipments/{}/party_roles/{}
GET, PATCH /containers | GET /containers/{} | PATCH /containers/{}/refresh | GET /containers/{}/map_geojson
GET /containers/{}/transport_events | GET /containers/{}/raw_events
GET, POST /containers/{}/party_roles | DELETE /containers/{}/party_roles/{}
GET, POST /tracking_requests | GET, PATCH /tracking_requests/{} | POST /tracking_requests/infer_number
GET, POST /parties | GET, PATCH /parties/{}
GET, POST /webhooks | GET, PATCH, DELETE /webhooks/{} | GET /webhooks/events | GET /webhooks/ips | POST /webhooks/trigger
GET /webhook_notifications | GET /webhook_notifications/{} | GET /webhook_notifications/examples
GET /shipping_lines | GET /shipping_lines/{} | GET /ports/{} | GET /terminals/{} | GET /metro_areas/{}
GET /vessels/{} | GET /vessels/{}/future_positions | GET /vessels/{}/future_positions_with_coordinates | GET /search
GET, POST /custom_field_definitions | GET, PATCH, DELETE /custom_field_definitions/{}
GET, POST /custom_field_definitions/{}/options | GET, PATCH, DELETE /custom_field_definitions/{}/options/{}
GET, POST /custom_fields | GET, PATCH, DELETE /custom_fields/{}
GET, POST /shipments/{}/custom_fields | PATCH, DELETE /shipments/{}/custom_fields/{}
GET, POST /containers/{}/custom_fields | PATCH, DELETE /containers/{}/custom_fields/{}
GET, POST /tracking_requests/{}/custom_fields | PATCH, DELETE /tracking_requests/{}/custom_fields/{}
GET, POST /documents | GET, PATCH, DELETE /documents/{} | GET /documents/types | GET /documents/{}/download_url
POST /documents/{}/reextract | POST /documents/{}/reclassify | POST /documents/{}/relink | POST /documents/{}/rotate
POST /rails/active_storage/direct_uploads | GET /document_schemas/{} | GET /email_submissions | GET /email_submissions/{}
`
  .trim()
  .split(/ \| |\n/)
  .flatMap((text) => {
    const [methods = "", path = ""] = text.split(/ (?=\/)/);
    return methods.split(", ").map((method) => `${method} ${path}`);
  });

const descriptionSchema = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });
const bodySchema = z.object({ requestBody: z.object({ content: z.record(z.string(), z.unknown()) }) });

it("supplement-2.md, interface description: every operation of the three documents", async () => {
  const { paths } = descriptionSchema.parse((await call("/openapi.json")).json);
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, "{}")}`),
  );
  expect(described).toEqual(expect.arrayContaining(OPERATIONS));
});

itOurs(
  "supplement-2.md, interface description: POST /documents in both forms",
  "others have one",
  async () => {
    const { paths } = descriptionSchema.parse((await call("/openapi.json")).json);
    const { requestBody } = bodySchema.parse(paths["/documents"]?.post);
    expect(Object.keys(requestBody.content)).toEqual(["multipart/form-data", "application/vnd.api+json"]);
    expect(JSON.stringify(requestBody.content)).toContain('"attached_document"');
  },
);
