import { z } from "zod";
import { DOCUMENT_SOURCES, DOCUMENT_STATUSES, DOCUMENT_TYPES } from "@/lib/contract/document";
import { onRequest, toMany, toOne } from "./relationship";
import type { RecordKind } from "./resource-type";
import { instantWritten } from "./strict-values";

const numbers = z.strictObject({
  container_numbers: z.array(z.string()),
  bill_of_lading_numbers: z.array(z.string()),
});

/** Documents of an account and the e-mails that delivered them (supplement.md, Endpoints). */
export const DOCUMENTS = {
  document: {
    attributes: z.strictObject({
      id: z.string(),
      name: z.string(),
      document_type: z.enum(Object.keys(DOCUMENT_TYPES)).nullable(),
      document_type_manual: z.string().nullable(),
      classification_notes: z.string().nullable(),
      source: z.enum(DOCUMENT_SOURCES),
      file_name: z.string(),
      file_content_type: z.string().nullable(),
      file_size_bytes: z.number().int().nullable(),
      // From here on ours.
      content_type: z.string(),
      byte_size: z.number().int(),
      checksum: z.string(),
      status: z.enum(DOCUMENT_STATUSES),
      failed_reason: z.string().nullable(),
      extracted_data: numbers.nullable(),
      created_at: instantWritten,
      updated_at: instantWritten,
    }),
    relations: {
      shipments: toMany("shipment"),
      cargos: toMany("container"),
      account: toOne("account"),
      user: toOne("user"),
      email_submission: toOne("email_submission"),
      last_document_representation: toOne("document_representation"),
      // An include of this name gives the last representation.
      current_extraction: onRequest(toOne("document_representation")),
    },
    folder: "documents",
    links: ["download"],
  },
  document_representation: {
    attributes: z.strictObject({
      schema_version: z.string(),
      payload: z.record(z.string(), z.unknown()),
      created_at: instantWritten,
      updated_at: instantWritten,
    }),
    relations: {},
    folder: null,
  },
  document_schema: {
    attributes: z.strictObject({
      document_type: z.string(),
      label: z.string(),
      schema_version: z.string(),
      full_version: z.string(),
      current: z.boolean(),
      draft: z.boolean(),
      active_at: instantWritten.nullable(),
      schema_format: z.literal("json_schema"),
      description: z.string().nullable(),
      schema_payload: z.record(z.string(), z.unknown()),
      created_at: instantWritten,
      updated_at: instantWritten,
    }),
    relations: {},
    folder: "document_schemas",
    id: z.string(),
  },
  email_submission: {
    attributes: z.strictObject({
      subject: z.string().nullable(),
      body: z.string().nullable(),
      from: z.array(z.string()),
      to: z.array(z.string()),
      cc: z.array(z.string()),
      sent_at: instantWritten.nullable(),
      message_id: z.string().nullable(),
      in_reply_to: z.string().nullable(),
      references: z.array(z.string()),
      content_type: z.string().nullable(),
      documents_count: z.number().int(),
      created_at: instantWritten,
      updated_at: instantWritten,
    }),
    relations: { account: toOne("account"), user: toOne("user"), documents: toMany("document") },
    folder: "email_submissions",
  },
} as const satisfies Record<string, RecordKind>;

const email = DOCUMENTS.email_submission.attributes;

/**
 * The attributes of an included document next to its e-mail, and of an included e-mail next to its document
 * (supplement-2.md, 2. Its includes). `body_preview` is null when the text of the e-mail is not known.
 */
export const SHORT_FORMS = {
  document: {
    ...DOCUMENTS.document,
    attributes: DOCUMENTS.document.attributes.pick({
      name: true,
      source: true,
      document_type: true,
      created_at: true,
      updated_at: true,
    }),
  },
  email_submission: {
    ...DOCUMENTS.email_submission,
    attributes: email
      .omit({ body: true, in_reply_to: true, references: true, content_type: true, documents_count: true })
      .extend({ body_preview: z.string().nullable() }),
  },
} as const satisfies Record<string, RecordKind>;
