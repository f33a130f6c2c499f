import { SIGNATURE_HEADER } from "@/lib/contract/events";
import { JSON_API_MEDIA_TYPE } from "@/lib/contract/json-api";
import { FREE_CONTAINERS } from "@/tracking-service/accounts/container-allowance";
import { PER_MINUTE } from "@/tracking-service/limits/rate-limits";
import { TRIAL_DAYS } from "@/tracking-service/store/plans";

const BUCKET_NAMES: Record<keyof typeof PER_MINUTE, string> = {
  default: "Everything else",
  "infer-number": "Infer a tracking number",
  "create-tracking-request": "Create a tracking request",
  "refresh-container": "Refresh a container",
};

const limits = Object.entries(BUCKET_NAMES).map(
  ([bucket, name]) => `| ${name} | ${Object.entries(PER_MINUTE).find(([one]) => one === bucket)?.[1]} |`,
);

/** What applies to every operation, as Markdown. It is the description in the OpenAPI document. */
export const GUIDE = `
## Basics

Every request carries \`Authorization: Token <API_KEY>\`: the raw key, no quotes, no other prefix. Bodies and responses are
JSON:API documents, \`${JSON_API_MEDIA_TYPE}\`; \`application/json\` is accepted too. Instants are ISO 8601 in UTC; an
attribute next to them names the zone of the place.

Lists take \`page[number]\` and \`page[size]\` (1 to 1,000), newest first unless stated otherwise. \`meta.size\` counts the page,
\`meta.total\` everything, and \`links\` lead to the other pages. \`include\` names relationships, separated by commas, nested
with dots; the records are in \`included\`.

An account on the free plan may create tracking requests and nothing else. A trial allows everything for ${TRIAL_DAYS} days. Both
follow up to ${FREE_CONTAINERS} active containers.

## Errors

An \`errors\` array. Each error has \`status\`, \`title\`, \`detail\`, sometimes \`code\`, and \`source.pointer\` or
\`source.parameter\` for the location of the error.

## Limits

Requests of an account within any 60 seconds, each row counted separately. Beyond them the response is 429. A client that waits
as many seconds as \`Retry-After\` says is accepted.

| requests | a minute |
|---|---|
${limits.join("\n")}

## Deliveries

A webhook is sent the events it names by POST, at least once and in no promised order. \`data.id\` is the same on every try.
200, 201, 202 and 204 accept it. Anything else, or no response within 10 seconds, is tried again up to 12 times with growing
pauses. The events are listed under *Webhooks*.

\`${SIGNATURE_HEADER}\` is the HMAC-SHA256 of the raw body under the webhook's \`secret\`, in hex. Compare it in constant time,
before the body is parsed:

\`\`\`js
import { createHmac, timingSafeEqual } from "node:crypto";

function isGenuine(rawBody, headers, secret) {
  const expected = createHmac("sha256", secret).update(rawBody).digest();
  const given = Buffer.from(headers["${SIGNATURE_HEADER.toLowerCase()}"] ?? "", "hex");
  return given.length === expected.length && timingSafeEqual(given, expected);
}
\`\`\`
`.trim();
