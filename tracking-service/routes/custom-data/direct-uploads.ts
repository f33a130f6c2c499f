import { z } from "zod";
import { JSON_API_MEDIA_TYPE } from "@/lib/contract/json-api";
import { beginUpload, blobSchema } from "@/tracking-service/documents/direct-uploads";
import { endpoint, operation } from "@/tracking-service/endpoints/operation";

const text = z.string();

const create = operation({
  summary:
    "Announces a file: its bytes are sent to the address in the response, its signed_id names it for a document.",
  section: "supplement-2.md, 2. Upload",
  body: blobSchema,
  success: {
    kind: "other",
    mediaType: JSON_API_MEDIA_TYPE,
    schema: z.strictObject({
      id: text,
      key: text,
      filename: text,
      content_type: text,
      metadata: z.record(text, z.unknown()),
      service_name: text,
      byte_size: z.number().int(),
      checksum: text,
      created_at: z.iso.datetime(),
      signed_id: text,
      direct_upload: z.strictObject({ url: z.url(), headers: z.record(text, text) }),
    }),
  },
  handle: async ({ service, account, body }) =>
    new Response(JSON.stringify(await beginUpload(service, account.id, body)), {
      headers: { "Content-Type": JSON_API_MEDIA_TYPE },
    }),
});

export const directUploadEndpoints = [endpoint("/rails/active_storage/direct_uploads", { post: create })];
