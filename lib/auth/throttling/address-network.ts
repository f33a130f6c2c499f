import { isIPv6 } from "node:net";

/** The eight groups of an IPv6 address, as hexadecimal without leading zeros. */
function groupsOf(address: string): string[] {
  // URL writes every form of one address alike.
  const [head = "", tail = ""] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const [first, last] = [head, tail].map((part) => part.split(":").filter(Boolean));
  const missing = 8 - (first?.length ?? 0) - (last?.length ?? 0);
  return [...(first ?? []), ...Array<string>(missing).fill("0"), ...(last ?? [])];
}

/**
 * What an address is counted as: an IPv6 address as its /64, since one client has all of it to choose from. IPv4
 * addresses, also those mapped into IPv6, and what is no address stay as they are.
 */
export const networkOf = (address: string): string => prefixOf(address, 64);

/** As `networkOf`, with the /48 of an IPv6 address: all the networks that one site is usually assigned. */
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
