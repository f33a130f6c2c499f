import { z } from "zod";
import { DOCUMENT_STATUSES, DOCUMENT_TYPES } from "@/lib/contract/document";
import { toMany, toOne } from "./relationship";
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
      name: z.string(),
      document_type: z.enum(Object.keys(DOCUMENT_TYPES)).nullable(),
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
      email_submission: toOne("email_submission"),
    },
    folder: "documents",
  },
  email_submission: {
    attributes: z.strictObject({
      from: z.string().nullable(),
      subject: z.string().nullable(),
      message_id: z.string().nullable(),
      sent_at: instantWritten.nullable(),
      created_at: instantWritten,
    }),
    relations: { documents: toMany("document") },
    folder: "email_submissions",
  },
} as const satisfies Record<string, RecordKind>;
