import { AppError } from "@/lib/platform/errors";

/** The chunks of a body as they arrive. Throws `bad_input` when the client disconnects or is disconnected. */
export async function* partsOf(request: Request): AsyncGenerator<Uint8Array> {
  try {
    yield* request.body ?? [];
  } catch (cause) {
    throw new AppError("bad_input", "The request body was incomplete. Send it again.", { cause });
  }
}

/** Throws `too_large` above `maxBytes`. */
export function requireSize(bytes: number, maxBytes: number): void {
  if (bytes > maxBytes) throw new AppError("too_large", `At most ${maxBytes.toLocaleString("en-US")} bytes.`);
}

/**
 * The whole body of a request. Throws `too_large` as soon as it exceeds `mostBytes`, and `bad_input` when it ends
 * early.
 */
export async function readBody(request: Request, maxBytes: number): Promise<Buffer> {
  requireSize(Number(request.headers.get("content-length") ?? 0), maxBytes);
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of partsOf(request)) {
    bytes += part.byteLength;
    requireSize(bytes, maxBytes);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
