import {
  type AddressPolicy,
  addressRefusal,
  isWrittenAsLoopback,
  literalAddress,
} from "@/lib/contract/delivery-target";
import { unprocessable } from "@/tracking-service/json-api/errors";

/**
 * Returns the reason why a webhook URL is invalid, or null. https is allowed anywhere; plain http only to this machine.
 * Name lookups are checked at delivery time.
 */
function refusalOf(text: string, policy: AddressPolicy): string | null {
  if (/[\s\p{Cc}]/u.test(text)) return "url may not hold spaces, line breaks or control characters.";
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== "https:" && !(url?.protocol === "http:" && isWrittenAsLoopback(url))) {
    return "url must be an https address; http is taken for this machine alone.";
  }
  if (url.username !== "" || url.password !== "") return "url may not carry a name or password.";
  if (url.port === "0") return "url names port 0, where nothing listens.";
  if (url.protocol === "https:" && isWrittenAsLoopback(url)) {
    return "url leads to the service's own machine, which is delivered to over http alone.";
  }
  const address = literalAddress(url);
  const refusal = address === null ? null : addressRefusal(url, address, policy);
  return refusal === null ? null : `url ${refusal}.`;
}

/** Returns a webhook URL unchanged. 422 at `pointer` when deliveries to it are not allowed. */
export function requireWebhookAddress(text: string, pointer: string, policy: AddressPolicy): string {
  if (text.trim() === "") throw unprocessable("Blank url", "url can't be blank.", { pointer }, "blank");
  const refusal = refusalOf(text, policy);
  if (refusal !== null) throw unprocessable("Invalid url", refusal, { pointer }, "invalid");
  return text;
}
