import { EVENTS, MINIMAL_BODY_EVENTS, SIGNATURE_HEADER } from "@/lib/contract/events";
import { JSON_API_MEDIA_TYPE } from "@/lib/contract/json-api";
import { EVENT_DESCRIPTIONS } from "@/lib/contract/responses/event-catalog";
import { FREE_CONTAINERS } from "@/tracking-service/accounts/container-allowance";
import { REFUSALS } from "@/tracking-service/endpoints/openapi";
import { PER_MINUTE } from "@/tracking-service/limits/rate-limits";
import { TRIAL_DAYS } from "@/tracking-service/store/plans";
import { type Html, html } from "./html";

export const basics = (): Html => html`<section id="basics"><h2>Basics</h2>
<p>Every request carries <code>Authorization: Token &lt;API_KEY&gt;</code>: the raw key, no quotes, no other prefix.
Bodies and answers are JSON:API documents, <code>${JSON_API_MEDIA_TYPE}</code>; <code>application/json</code> is taken
too. Instants are ISO 8601 in UTC; an attribute next to them names the zone of the place.</p>
<p>Lists take <code>page[number]</code> and <code>page[size]</code> (1 to 1,000), newest first where nothing else is said;
<code>meta.size</code> counts the page, <code>meta.total</code> everything, and <code>links</code> lead on.
<code>include</code> names relationships, separated by commas, nested with dots; the records come in
<code>included</code>.</p>
<p>An account on the free plan may create tracking requests and nothing else; a trial opens everything for
${TRIAL_DAYS} days. Both follow up to ${FREE_CONTAINERS} active containers.</p></section>`;

export const errorsSection = (): Html => html`<section id="errors"><h2>Errors</h2>
<p>An <code>errors</code> array; each has <code>status</code>, <code>title</code>, <code>detail</code>, sometimes
<code>code</code>, and <code>source.pointer</code> or <code>source.parameter</code> for what was wrong.</p>
<table><tbody>${Object.entries(REFUSALS).map(
  ([status, words]) => html`<tr id="error-${status}"><th scope="row">${status}</th><td>${words}</td></tr>`,
)}</tbody></table></section>`;

const BUCKET_NAMES: Record<keyof typeof PER_MINUTE, string> = {
  default: "Everything else",
  "infer-number": "Infer a tracking number",
  "create-tracking-request": "Create a tracking request",
  "refresh-container": "Refresh a container",
};

export const limitsSection = (): Html => html`<section id="limits"><h2>Limits</h2>
<p>Requests of an account within any 60 seconds, each bucket counted apart. Beyond them the answer is 429; a client that
waits as many seconds as <code>Retry-After</code> says is let through.</p>
<table><tbody>${Object.entries(PER_MINUTE).map(
  ([bucket, most]) =>
    html`<tr><th scope="row">${
      Object.entries(BUCKET_NAMES).find(([name]) => name === bucket)?.[1] ?? bucket
    }</th><td>${most}</td></tr>`,
)}</tbody></table></section>`;

const VERIFY = `import { createHmac, timingSafeEqual } from "node:crypto";

function isGenuine(rawBody, headers, secret) {
  const expected = createHmac("sha256", secret).update(rawBody).digest();
  const given = Buffer.from(headers["${SIGNATURE_HEADER.toLowerCase()}"] ?? "", "hex");
  return given.length === expected.length && timingSafeEqual(given, expected);
}`;

export const eventsSection = (): Html => html`<section id="events"><h2>Events</h2>
<p>A webhook is sent the events it names by POST, at least once and in no promised order. <code>data.id</code> is the same
on every try. 200, 201, 202 and 204 accept it; anything else, or no answer within 10 seconds, is tried again up to 12
times with growing pauses.</p>
<h3 id="signature">Verifying a delivery</h3>
<p><code>${SIGNATURE_HEADER}</code> is the HMAC-SHA256 of the raw body under the webhook's <code>secret</code>, in hex.
Compare it in constant time, before the body is parsed.</p>
<pre><code>${VERIFY}</code></pre>
<h3>Every event</h3><table><tbody>${EVENTS.map(
  (event) =>
    html`<tr><th scope="row"><code>${event}</code>${
      MINIMAL_BODY_EVENTS.includes(event) ? html` <span class="must">without records</span>` : null
    }</th><td>${EVENT_DESCRIPTIONS[event]}</td></tr>`,
)}</tbody></table></section>`;
