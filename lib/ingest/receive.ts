import { SIGNATURE_HEADER } from "@/lib/contract/events";
import { AppError } from "@/lib/platform/errors";
import { isSignatureShaped, isSigned } from "./signature";

/** Maximum accepted body size, in bytes. */
export const MAX_BODY = 1_000_000;

const tooLarge = () => new AppError("too_large", `A notification can have at most ${MAX_BODY} bytes.`);
const badSignature = () =>
  new AppError("bad_signature", "The signature does not match the body and the webhook's secret.");

/**
 * Returns the signature from a request's headers, before the body is read. Throws AppError `too_large` when its
 * declared length exceeds MAX_BODY, `bad_signature` when no header can be a signature.
 */
export function readHead(headers: Headers): string {
  if (Number(headers.get("content-length") ?? 0) > MAX_BODY) throw tooLarge();
  const signature = headers.get(SIGNATURE_HEADER);
  if (!isSignatureShaped(signature)) throw badSignature();
  return signature;
}

/** Whether the sender aborted the request or was disconnected because of a timeout. */
const endedEarly = (cause: unknown) =>
  new AppError("bad_input", "The request body was incomplete.", { cause });

/**
 * Reads a request's body completely. Throws AppError `too_large` as soon as it exceeds MAX_BODY, `bad_input` when
 * it ends early.
 */
export async function readRawBody(request: Request): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  while (reader) {
    const { done, value } = await reader.read().catch((cause) => {
      throw endedEarly(cause);
    });
    if (done) break;
    size += value.byteLength;
    if (size > MAX_BODY) {
      await reader.cancel();
      throw tooLarge();
    }
    parts.push(value);
  }
  return Buffer.concat(parts);
}

/** The source of the secrets that may sign deliveries. `reload` bypasses the memory cache. */
export type SecretSource = { current(): Promise<readonly string[]>; reload(): Promise<readonly string[]> };

/**
 * Verifies a delivery's raw body. Throws AppError `bad_signature`, but only after the secrets were refetched. Nothing
 * is parsed before.
 */
export async function requireSigned(
  rawBody: Uint8Array,
  signature: string,
  secrets: SecretSource,
): Promise<void> {
  const signed =
    isSigned(rawBody, signature, await secrets.current()) ||
    isSigned(rawBody, signature, await secrets.reload());
  if (!signed) throw badSignature();
}
