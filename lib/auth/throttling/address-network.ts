import { isIPv6 } from "node:net";

/** The eight groups of an IPv6 address, as hexadecimal without leading zeros. */
function groupsOf(address: string): string[] {
  // URL normalizes every notation of an address.
  const [head = "", tail = ""] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const [first, last] = [head, tail].map((part) => part.split(":").filter(Boolean));
  const missing = 8 - (first?.length ?? 0) - (last?.length ?? 0);
  return [...(first ?? []), ...Array<string>(missing).fill("0"), ...(last ?? [])];
}

/**
 * The network as which an address is counted: the /64 of an IPv6 address, since a client can use all of its addresses.
 * IPv4 addresses, also those mapped into IPv6, and invalid addresses are returned unchanged.
 */
export const networkOf = (address: string): string => prefixOf(address, 64);

/** Like `networkOf`, with the /48 of an IPv6 address: all the networks usually assigned to one site. */
export const siteOf = (address: string): string => prefixOf(address, 48);

function prefixOf(address: string, bits: 48 | 64): string {
  const bare = address.replace(/^\[(.*)\](:\d+)?$/, "$1").replace(/%.*$/, "");
  if (!isIPv6(bare)) return address;
  const groups = groupsOf(bare);
  if (/^(0,){5}ffff$/.test(groups.slice(0, 6).join())) {
    const bytes = groups
      .slice(6)
      .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]);
    return bytes.join(".");
  }
  return `${groups.slice(0, bits / 16).join(":")}::/${bits}`;
}
