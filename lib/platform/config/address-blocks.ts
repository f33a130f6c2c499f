import { BlockList, isIP } from "node:net";

/** An IP address with its prefix length in bits: all bits for a single address. */
export interface AddressBlock {
  address: string;
  family: "ipv4" | "ipv6";
  bits: number;
}

/** Parses "10.0.0.5", "10.0.0.0/8", "::1" or "2001:db8::/32"; null for any other text. */
export function readAddressBlock(text: string): AddressBlock | null {
  const [address = "", prefix, ...rest] = text.trim().split("/");
  const version = isIP(address);
  if (version === 0 || rest.length > 0 || address.includes("%")) return null;
  const maxBits = version === 4 ? 32 : 128;
  if (prefix !== undefined && !/^\d{1,3}$/.test(prefix)) return null;
  const bits = prefix === undefined ? maxBits : Number(prefix);
  return bits <= maxBits ? { address, family: version === 4 ? "ipv4" : "ipv6", bits } : null;
}

/** Whether one of the blocks contains an IP address; false for a text that is not an IP address. */
export function isInBlocks(blocks: readonly AddressBlock[], address: string): boolean {
  const version = isIP(address);
  if (version === 0) return false;
  const list = new BlockList();
  for (const block of blocks) list.addSubnet(block.address, block.bits, block.family);
  return list.check(address, version === 4 ? "ipv4" : "ipv6");
}

/** An IP address without port, brackets, zone and IPv4-in-IPv6 prefix; null for any other text. */
export function bareAddress(text: string): string | null {
  const bare = text
    .trim()
    .replace(/^\[([^\]]+)\](:\d{1,5})?$/, "$1")
    .replace(/^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/, "$1")
    .replace(/^::ffff:(?=\d+\.)/i, "")
    .replace(/%.*$/, "");
  return isIP(bare) === 0 ? null : bare;
}
