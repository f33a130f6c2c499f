import { unprocessable } from "@/tracking-service/json-api/errors";

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
/** Nobody receives there; what answers at such an address speaks for the machine it is asked from. */
const NO_RECEIVER = /^(0(\.\d{1,3}){3}|169\.254(\.\d{1,3}){2}|\[::\]|\[::ffff:.*\]|\[fe[89ab].*\])$/;

/** What is wrong with a webhook's address, or null: https anywhere, plain http on this machine alone. */
function refusalOf(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  const loopback = url !== null && LOOPBACK.test(url.hostname);
  if (url?.protocol !== "https:" && !(url?.protocol === "http:" && loopback)) {
    return "url must be an https address; http is taken for this machine alone.";
  }
  if (url.username !== "" || url.password !== "") return "url may not carry a name or password.";
  if (NO_RECEIVER.test(url.hostname)) return "url names a host that receives nothing.";
  return null;
}

/** A webhook's address as it came; 422 at `pointer` when nothing may be sent there. */
export function requireWebhookAddress(text: string, pointer: string): string {
  if (text.trim() === "") throw unprocessable("Blank url", "url can't be blank.", { pointer }, "blank");
  const refusal = refusalOf(text);
  if (refusal !== null) throw unprocessable("Invalid url", refusal, { pointer }, "invalid");
  return text;
}
