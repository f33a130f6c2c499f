import { SIGNATURE_HEADER } from "@/lib/contract/events";
import { AppError } from "@/lib/platform/errors";
import { isSignatureShaped, isSigned } from "./signature";

/** The largest body taken in, in bytes. */
export const LARGEST_BODY = 1_000_000;

const tooLarge = () => new AppError("too_large", `A notification may have at most ${LARGEST_BODY} bytes.`);
const badSignature = () =>
  new AppError("bad_signature", "The signature does not fit the body and the webhook's secret.");

/**
 * What a request's head alone tells, before its body is read: the signature it carries. Throws AppError `too_large` when
 * it says to be longer than LARGEST_BODY, `bad_signature` when it carries nothing that can be a signature.
 */
export function readHead(headers: Headers): string {
  if (Number(headers.get("content-length") ?? 0) > LARGEST_BODY) throw tooLarge();
  const signature = headers.get(SIGNATURE_HEADER);
  if (!isSignatureShaped(signature)) throw badSignature();
  return signature;
}

/** The sender broke off, or was cut off since it took too long. */
const endedEarly = (cause: unknown) =>
  new AppError("bad_input", "The request ended before its body was whole.", { cause });

/**
 * Reads a request's body whole; throws AppError `too_large` as soon as it is longer than LARGEST_BODY, `bad_input` when it ends
 * early.
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
    if (size > LARGEST_BODY) {
      await reader.cancel();
      throw tooLarge();
    }
    parts.push(value);
  }
  return Buffer.concat(parts);
}

/** Where the secrets that deliveries may be signed with come from; `anew` looks past what is kept in memory. */
export type SecretSource = { current(): Promise<readonly string[]>; anew(): Promise<readonly string[]> };

/**
 * Verifies a delivery's raw body. Throws AppError `bad_signature`, only after the secrets were read anew; nothing is
 * parsed before.
 */
export async function requireSigned(
  rawBody: Uint8Array,
  signature: string,
  secrets: SecretSource,
): Promise<void> {
  const signed =
    isSigned(rawBody, signature, await secrets.current()) ||
    isSigned(rawBody, signature, await secrets.anew());
  if (!signed) throw badSignature();
}
