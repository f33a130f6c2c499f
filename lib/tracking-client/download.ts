import { isIP } from "node:net";
import { z } from "zod";
import { AppError } from "@/lib/platform/errors";
import { translateFailure, translateResponse } from "./responses";

/** GET /documents/{id}/download_url (supplement.md, Endpoints). */
export const downloadAddressSchema = z.looseObject({ download_url: z.string().min(1) });

/** An open file. `bytes` is null when its length is unknown. */
export type OpenedFile = { body: ReadableStream<Uint8Array>; bytes: number | null };

const isPublicName = (host: string) =>
  /\.[a-z]{2,}$/i.test(host) &&
  isIP(host) === 0 &&
  !/\.(local|localhost|internal|lan|home|arpa)$/i.test(host);

/**
 * Returns a URL from a response if it may be followed. It must be at the service itself, or at a host with a public
 * name and a certificate, as file stores have. Throws AppError for any other, because it could lead into the internal
 * network.
 */
function allowedAddress(address: string, baseUrl: string): URL {
  const url = URL.canParse(address, baseUrl) ? new URL(address, baseUrl) : null;
  const own = url?.origin === new URL(baseUrl).origin;
  const store = url?.protocol === "https:" && isPublicName(url.hostname) && !url.username && !url.password;
  if (url && (own || store)) return url;
  throw new AppError(
    "service_answer_unreadable",
    "The tracking service returned a file address that Drayboard does not allow. Check the service's TRACKING_PUBLIC_URL.",
    { cause: `download_url at ${url?.host ?? "no address"}` },
  );
}

/** The service takes files of 10 MB, and a store may have larger ones. */
const MAX_DOWNLOAD_BYTES = 100_000_000;

/** Returns the body, ended with an error when no data arrives for `idleMs` and past `maxBytes`. */
function limited(
  body: ReadableStream<Uint8Array>,
  idleMs: number,
  maxBytes: number,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let bytes = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        let timer: NodeJS.Timeout | undefined;
        const late = new Promise<never>((_, reject) => {
          timer = setTimeout(() => reject(new Error("the file stands still")), idleMs);
        });
        try {
          const { value, done } = await Promise.race([reader.read(), late]);
          bytes += value?.byteLength ?? 0;
          if (bytes > maxBytes) throw new Error("the file is too large");
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          controller.error(error);
          await reader.cancel(error).catch(() => undefined);
        } finally {
          clearTimeout(timer);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** Opens the file at a URL from the service, without sending the key. Throws the client's errors. */
export async function openDownload(
  address: string,
  { baseUrl, key }: { baseUrl: string; key: string },
  timeoutMs: number,
  maxBytes = MAX_DOWNLOAD_BYTES,
): Promise<OpenedFile> {
  const url = allowedAddress(address, baseUrl);
  const stopping = new AbortController();
  const timer = setTimeout(() => stopping.abort(new DOMException("no answer", "TimeoutError")), timeoutMs);
  try {
    const response = await fetch(url, {
      cache: "no-store",
      redirect: "manual",
      signal: stopping.signal,
      headers: { "Accept-Encoding": "identity" },
    });
    if (!response.ok || !response.body) throw await translateResponse(response, key, "read");
    const bytes = response.headers.has("content-encoding") ? null : response.headers.get("content-length");
    return {
      body: limited(response.body, timeoutMs, maxBytes),
      bytes: bytes === null ? null : Number(bytes),
    };
  } catch (error) {
    throw await translateFailure(error, key, "read");
  } finally {
    clearTimeout(timer);
  }
}
