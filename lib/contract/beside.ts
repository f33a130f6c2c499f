import { z } from "zod";
import { DOCUMENT_TYPES, isDocumentType } from "./document";
import { collectionDocumentSchema, type JsonApiRecord, relatedMany, relatedOne } from "./json-api";
import { instant, text } from "./values";

/** A custom field of a record: its name as people gave it, and its value in words. */
export type CustomFieldEntry = { slug: string; label: string; value: string };

const definitionSchema = z.looseObject({ display_name: text });
const fieldSchema = z.looseObject({ api_slug: text, display_value: text, value: z.unknown() });

function valueWords(display: string | null | undefined, value: unknown): string {
  if (display) return display;
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Custom fields out of a collection (supplement.md, custom_fields) with their definitions; unreadable ones left out. */
export function readCustomFields(document: unknown): CustomFieldEntry[] {
  const read = collectionDocumentSchema.safeParse(document);
  if (!read.success) return [];
  const { data, included = [] } = read.data;
  return data.flatMap((record: JsonApiRecord) => {
    const field = fieldSchema.safeParse(record.attributes);
    if (record.type !== "custom_field" || !field.success || !field.data.api_slug) return [];
    const named = relatedOne(record, "definition");
    const definition = included.find(({ type, id }) => type === named?.type && id === named?.id);
    const label = definitionSchema.safeParse(definition?.attributes).data?.display_name;
    const slug = field.data.api_slug;
    return [{ slug, label: label || slug, value: valueWords(field.data.display_value, field.data.value) }];
  });
}

/** A paper that goes with a box; `createdAt` is UTC text. */
export type DocumentEntry = {
  id: string;
  name: string;
  kind: string | null;
  status: string | null;
  createdAt: string | null;
};

const documentSchema = z.looseObject({ name: text, document_type: text, status: text, created_at: instant });

/** The documents of a collection that relate to a container; a service may answer with more than it was asked for. */
export function readDocuments(document: unknown, containerId: string): DocumentEntry[] {
  const read = collectionDocumentSchema.safeParse(document);
  if (!read.success) return [];
  return read.data.data.flatMap((record) => {
    const paper = documentSchema.safeParse(record.attributes);
    const ours = relatedMany(record, "cargos").some(({ id }) => id === containerId);
    if (record.type !== "document" || !paper.success || !ours) return [];
    const { name, document_type: kind, status, created_at: createdAt } = paper.data;
    return [
      {
        id: record.id,
        name: name || "Document",
        kind: kind ? (isDocumentType(kind) ? DOCUMENT_TYPES[kind] : kind) : null,
        status: status ?? null,
        createdAt: createdAt ?? null,
      },
    ];
  });
}
