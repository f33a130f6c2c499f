import { badRequest, tooLarge, unsupportedEncoding } from "./errors";

async function* partsOf(request: Request): AsyncGenerator<Uint8Array> {
  try {
    yield* request.body ?? [];
  } catch (cause) {
    throw Object.assign(badRequest("Incomplete body", "The connection ended before the body did."), {
      cause,
    });
  }
}

/** Reads a body up to the limit. 413 beyond it, 415 when compressed, 400 when the body ends early. */
export async function limitedBytes(request: Request, limit: number): Promise<Buffer<ArrayBuffer>> {
  const encoding = request.headers.get("content-encoding")?.trim().toLowerCase() ?? "";
  if (encoding !== "" && encoding !== "identity") throw unsupportedEncoding(encoding);
  const text = `${Math.floor(limit / 1_000_000)} MB`;
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooLarge(text);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of partsOf(request)) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge(text);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The media type of a body without its parameters. "" when absent. */
export const mediaTypeOf = (request: Request) =>
  request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
