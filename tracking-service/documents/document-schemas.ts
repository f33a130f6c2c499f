import { DOCUMENT_TYPES } from "@/lib/contract/document";
import { path, type Resource } from "@/tracking-service/resources/resource";

/** The only version of what is read from documents, a day. */
export const DOCUMENT_SCHEMA_VERSION = "2026-03-23";

const SINCE = `${DOCUMENT_SCHEMA_VERSION}T00:00:00Z`;
const numbers = { type: "array", items: { type: "string" } };

/**
 * Returns the schema of what is read from a type of document, by `type@version` (supplement-2.md, 1. GET
 * /document_schemas/{id}). Null when there is none.
 */
export function findDocumentSchema(id: string): Resource | null {
  const known = Object.entries(DOCUMENT_TYPES).find(([type]) => id === `${type}@${DOCUMENT_SCHEMA_VERSION}`);
  if (!known) return null;
  const [type, label] = known;
  return {
    type: "document_schema",
    id,
    attributes: {
      document_type: type,
      label,
      schema_version: DOCUMENT_SCHEMA_VERSION,
      full_version: id,
      current: true,
      draft: false,
      active_at: SINCE,
      schema_format: "json_schema",
      description: null,
      schema_payload: {
        type: "object",
        properties: { container_numbers: numbers, bill_of_lading_numbers: numbers },
      },
      created_at: SINCE,
      updated_at: SINCE,
    },
    links: { self: path("document_schemas", id) },
  };
}
