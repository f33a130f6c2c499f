import {
  type AddressPolicy,
  addressRefusal,
  isWrittenAsLoopback,
  literalAddress,
} from "@/lib/contract/delivery-target";
import { lookUpHost } from "./resolve-host";

const LONGEST = 2_000;
const ELSEWHERE = "Enter an address reachable from the internet.";

/** The conditions for webhook addresses, as seen from Drayboard. */
export type Reach = AddressPolicy & {
  /** Whether the service runs on this machine. Only then can it deliver over http. */
  serviceIsHere: boolean;
};

/** Returns the problem with the format of the address, or null. */
function writtenProblem(text: string): string | null {
  if (text === "") return "Enter the delivery address.";
  if (text.length > LONGEST) return `Enter at most ${LONGEST} characters.`;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol)) return "Enter a full URL, such as https://example.com/hook.";
  if (url.protocol === "http:" && !isWrittenAsLoopback(url))
    return "Use https. http is allowed only for this machine.";
  if (url.username !== "" || url.password !== "")
    return "Remove the user name and password from the address.";
  return null;
}

/**
 * Returns the problem with a webhook address as a message, or null when the service can deliver to it. Host names are
 * resolved, so that a name in a private network is rejected here. The service checks the target again at each delivery.
 */
export async function webhookUrlProblem(
  text: string,
  { serviceIsHere, ...policy }: Reach,
  lookUp: (hostname: string) => Promise<readonly string[]> = lookUpHost,
): Promise<string | null> {
  const written = writtenProblem(text);
  if (written !== null) return written;
  const url = new URL(text);
  if (url.protocol === "http:")
    return serviceIsHere
      ? null
      : `The service runs on another machine and can’t reach this one. ${ELSEWHERE}`;
  const literal = literalAddress(url);
  const addresses = literal === null ? await lookUp(url.hostname) : [literal];
  const refusals = addresses.map((address) => addressRefusal(url, address, policy));
  const refusal = refusals.find((one) => one !== null);
  return refusal === undefined ? null : `This address ${refusal}. ${ELSEWHERE}`;
}
