import { AppError } from "@/lib/platform/errors";

/** The parts of a body as they come; throws `bad_input` where its sender breaks off, or is cut off. */
async function* partsOf(request: Request): AsyncGenerator<Uint8Array> {
  try {
    yield* request.body ?? [];
  } catch (cause) {
    throw new AppError("bad_input", "The request ended before its body was whole. Send it again.", { cause });
  }
}

/**
 * The whole body of a request, read as it comes; throws `too_large` as soon as it is longer than `mostBytes`, `bad_input` when
 * it ends early.
 */
export async function readBody(request: Request, mostBytes: number): Promise<Buffer> {
  const tooLarge = () => new AppError("too_large", `At most ${mostBytes.toLocaleString("en-US")} bytes.`);
  if (Number(request.headers.get("content-length") ?? 0) > mostBytes) throw tooLarge();
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of partsOf(request)) {
    bytes += part.byteLength;
    if (bytes > mostBytes) throw tooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts);
}
