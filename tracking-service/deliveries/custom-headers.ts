import { z } from "zod";
import { SIGNATURE_HEADER } from "@/lib/contract/events";

/** Header names reserved for HTTP or for the description of a delivery. */
const OURS = new Set(
  [
    "host",
    "content-length",
    "content-type",
    "content-encoding",
    "transfer-encoding",
    "connection",
    "keep-alive",
    "upgrade",
    "te",
    "trailer",
    "expect",
    "proxy-connection",
    "proxy-authorization",
    "user-agent",
    SIGNATURE_HEADER,
  ].map((name) => name.toLowerCase()),
);
/** RFC 9110, field names and values. Text beyond ASCII cannot be sent unencoded. */
const NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
const VALUE = /^[\x20-\x7e\t]*$/;

const MAX_HEADERS = 20;

/** X-Api-Key for x-api-key. */
const capitalized = (name: string) =>
  name.toLowerCase().replace(/(^|-)[a-z]/g, (start) => start.toUpperCase());

const headerSchema = z.object({
  name: z
    .string()
    .max(100, { error: "at most 100 characters" })
    .regex(NAME, { error: "must be a header's name" })
    .refine((name) => !OURS.has(name.toLowerCase()), { error: "is set by the service itself" })
    .transform(capitalized),
  value: z
    .string()
    .max(2_000, { error: "at most 2000 characters" })
    .regex(VALUE, { error: "must be printable ASCII on one line" })
    .transform((value) => value.trim()),
});

/** Custom headers sent with every delivery of a webhook (supplement.md, webhook: headers). */
export const webhookHeaders = z
  .array(headerSchema)
  .max(MAX_HEADERS, { error: `at most ${MAX_HEADERS} headers` })
  .refine((headers) => new Set(headers.map(({ name }) => name.toLowerCase())).size === headers.length, {
    error: "each name once",
  });
