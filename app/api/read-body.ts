import { AppError } from "@/lib/errors";

/** The whole body of a request, read as it comes; throws `too_large` as soon as it is longer than `mostBytes`. */
export async function readBody(request: Request, mostBytes: number): Promise<Buffer> {
  const tooLarge = () => new AppError("too_large", `At most ${mostBytes.toLocaleString("en-US")} bytes.`);
  if (Number(request.headers.get("content-length") ?? 0) > mostBytes) throw tooLarge();
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of request.body ?? []) {
    bytes += part.byteLength;
    if (bytes > mostBytes) throw tooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts);
}
