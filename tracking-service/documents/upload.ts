import { z } from "zod";
import { DOCUMENT_TYPES, type DocumentType, isDocumentType } from "@/lib/contract/document";
import { badRequest, unprocessable, unsupportedMediaType } from "@/tracking-service/json-api/errors";
import { limitedBytes, mediaTypeOf } from "@/tracking-service/json-api/limited-bytes";
import { fileName } from "./parse-email";
import type { File as KeptFile } from "./store-document";

/** For files and messages. Large enough for a scan of a few pages. */
export const MAX_UPLOAD_BYTES = 10_000_000;

/** The form of POST /documents. */
export const uploadSchema = z.object({
  file: z.string().meta({ description: "The file itself.", format: "binary" }),
  name: z.string().optional(),
  document_type: z.enum(Object.keys(DOCUMENT_TYPES)).optional(),
  "shipment_ids[]": z.array(z.uuid()).optional(),
  "cargo_ids[]": z.array(z.uuid()).optional(),
});

export type Upload = KeptFile & {
  documentType: DocumentType | null;
  shipmentIds: string[];
  containerIds: string[];
};

/** The maximum length of a name, as for PATCH /documents/{id}. */
const MAX_NAME = 255;
const UNSTORABLE = /\0|\p{Surrogate}/u;
const MEDIA_TYPE = "multipart/form-data";
const CONTENT_TYPE = /^[a-z0-9.+-]+\/[a-z0-9.+-]+$/;

/** The media type of a file without parameters. application/octet-stream when it is none. */
export function contentTypeOf(sent: string): string {
  const type = sent.split(";")[0]?.trim().toLowerCase() ?? "";
  return CONTENT_TYPE.test(type) ? type.slice(0, 100) : "application/octet-stream";
}

async function readForm(request: Request): Promise<FormData> {
  if (mediaTypeOf(request) !== MEDIA_TYPE) throw unsupportedMediaType(MEDIA_TYPE);
  const bytes = await limitedBytes(request, MAX_UPLOAD_BYTES);
  const headers = { "content-type": request.headers.get("content-type") ?? "" };
  try {
    return await new Response(bytes, { headers }).formData();
  } catch (cause) {
    throw Object.assign(badRequest("Malformed form", `The body is not ${MEDIA_TYPE}.`, { pointer: "" }), {
      cause,
    });
  }
}

function textsOf(form: FormData, name: string): string[] {
  const values = form.getAll(`${name}[]`);
  const texts = values.filter((value) => typeof value === "string");
  if (texts.length === values.length && texts.length <= 100) return texts;
  throw unprocessable(
    `Invalid ${name}`,
    `${name} takes at most 100 ids.`,
    { pointer: `/${name}` },
    "invalid",
  );
}

/** The name in the form, otherwise the name of the file. */
function nameOf(form: FormData, file: File): string {
  const name = form.get("name");
  if (typeof name !== "string" || name.trim() === "") return fileName(file.name);
  const source = { pointer: "/name" };
  if (UNSTORABLE.test(name))
    throw badRequest("Invalid content", "name must be well-formed Unicode without NUL.", source);
  if ([...name].length > MAX_NAME)
    throw unprocessable("Invalid name", `name may have at most ${MAX_NAME} characters.`, source, "too_long");
  return fileName(name);
}

/** Reads an upload to POST /documents. 415 and 413; 400 when the body is no form; 422 for an invalid part. */
export async function readUpload(request: Request): Promise<Upload> {
  const form = await readForm(request);
  const file = form.get("file");
  if (!(file instanceof File) || file.size === 0) {
    const detail = "Send the file itself as the form's part named file.";
    throw unprocessable("Blank file", detail, { pointer: "/file" }, "blank");
  }
  if (form.getAll("file").length > 1) {
    const detail = "Send one file at a time: each is a document of its own.";
    throw unprocessable("Invalid file", detail, { pointer: "/file" }, "invalid");
  }
  const type = form.get("document_type");
  if (type !== null && !(typeof type === "string" && isDocumentType(type))) {
    const detail = `document_type must be ${Object.keys(DOCUMENT_TYPES).join(", ")}.`;
    throw unprocessable("Invalid document_type", detail, { pointer: "/document_type" }, "inclusion");
  }
  return {
    name: nameOf(form, file),
    fileName: fileName(file.name),
    contentType: contentTypeOf(file.type),
    content: Buffer.from(await file.arrayBuffer()),
    documentType: type,
    shipmentIds: textsOf(form, "shipment_ids"),
    containerIds: textsOf(form, "cargo_ids"),
  };
}
