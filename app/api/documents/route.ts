import { z } from "zod";
import { readParameters, respondToCommand } from "@/app/api/_http/responses";
import { uploadDocument } from "@/lib/features/documents/commands/upload-document";
import { AppError } from "@/lib/platform/errors";

const paramsSchema = z.object({
  name: z.string().min(1).max(400),
  type: z.string().max(100).default(""),
  record: z.enum(["container", "shipment"]),
  id: z.string().min(1).max(200),
});

/** The total length. It is required because a truncated file would otherwise pass for a shorter one. */
function lengthOf({ headers }: Request): number {
  const reported = headers.get("content-length") ?? "";
  if (/^\d{1,15}$/.test(reported)) return Number(reported);
  throw new AppError("bad_input", "Send the file size in Content-Length.");
}

async function* partsOf({ body }: Request): AsyncGenerator<Uint8Array> {
  yield* body ?? [];
}

/** Stores the body as a document's file. See docs/api.md. */
export function POST(request: Request): Promise<Response> {
  return respondToCommand(request, uploadDocument, () => {
    const { name, type, record, id } = readParameters(request, paramsSchema);
    return {
      name,
      type: type || null,
      record: { type: record, id },
      bytes: lengthOf(request),
      parts: partsOf(request),
    };
  });
}
