import { BlockList, isIP } from "node:net";

/**
 * Which addresses may receive deliveries. The service enforces the policy; the dashboard applies it before sending a
 * request.
 */
export type AddressPolicy = { privateAddresses: boolean };

type Kind = "public" | "loopback" | "private" | "never";

type Range = [address: string, prefix: number];

function ranges(v4: Range[], v6: Range[]): (address: string) => boolean {
  const list = new BlockList();
  for (const [address, prefix] of v4) list.addSubnet(address, prefix, "ipv4");
  for (const [address, prefix] of v6) list.addSubnet(address, prefix, "ipv6");
  return (address) => list.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}

const isLoopback = ranges([["127.0.0.0", 8]], [["::1", 128]]);
/**
 * This network, link-local including cloud metadata, multicast and reserved ranges. 64:ff9b:1 and Teredo are included
 * because they hide the real target address.
 */
const isNever = ranges(
  [
    ["0.0.0.0", 8],
    ["169.254.0.0", 16],
    ["192.0.0.0", 24],
    ["224.0.0.0", 4],
    ["240.0.0.0", 4],
  ],
  [
    ["::", 96],
    ["fe80::", 10],
    ["fec0::", 10],
    ["ff00::", 8],
    ["fd00:ec2::254", 128],
    ["64:ff9b:1::", 48],
    ["2001::", 32],
  ],
);
const isPrivate = ranges(
  [
    ["10.0.0.0", 8],
    ["172.16.0.0", 12],
    ["192.168.0.0", 16],
    ["100.64.0.0", 10],
    ["198.18.0.0", 15],
  ],
  [["fc00::", 7]],
);

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  const { hostname } = new URL(`http://[${address}]`);
  const [head = "", tail] = hostname.slice(1, -1).split("::");
  const read = (text: string) =>
    text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16));
  const [first, last] = [read(head), read(tail ?? "")];
  return tail === undefined ? first : [...first, ...Array(8 - first.length - last.length).fill(0), ...last];
}

const dotted = (high = 0, low = 0) => [high >> 8, high & 255, low >> 8, low & 255].join(".");

/**
 * Returns the IPv4 address embedded in an IPv6 address: mapped, translated (RFC 6052, 2765) or 6to4. Null if there is
 * none.
 */
function embeddedIn(address: string): string | null {
  const groups = groupsOf(address);
  const [first, second, third] = groups;
  if (first === 0x2002) return dotted(second, third);
  const prefix = groups
    .slice(0, 6)
    .map((group) => group.toString(16))
    .join(":");
  const carriers = ["0:0:0:0:0:ffff", "0:0:0:0:ffff:0", "64:ff9b:0:0:0:0"];
  return carriers.includes(prefix) ? dotted(groups[6], groups[7]) : null;
}

function kindOf(text: string): Kind {
  const address = text.replace(/%.*$/, "");
  if (isIP(address) === 6) {
    const embedded = embeddedIn(address);
    if (embedded !== null) {
      const kind = kindOf(embedded);
      return kind === "loopback" ? "never" : kind;
    }
  }
  if (isLoopback(address)) return "loopback";
  if (isNever(address)) return "never";
  return isPrivate(address) ? "private" : "public";
}

/**
 * Whether `address` is a public IP address in text form. False for loopback, private, link-local and reserved
 * addresses, and for text that is not an IP address.
 */
export const isPublicAddress = (address: string): boolean =>
  isIP(address) !== 0 && kindOf(address) === "public";

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether the host of the URL is written as a loopback address. */
export const isWrittenAsLoopback = ({ hostname }: URL) => LOOPBACK.test(hostname);

/** Returns the IP address in a URL when no DNS lookup is needed. Null when the host is a name. */
export function literalAddress({ hostname }: URL): string | null {
  const text = hostname.replace(/^\[|\]$/g, "");
  return isIP(text) === 0 ? null : text;
}

/**
 * Returns the reason that a delivery from a URL to its resolved address is refused, or null. Loopback is allowed only
 * for http URLs with a loopback host. Private ranges depend on a setting. Link-local, metadata, unspecified and
 * multicast addresses, and ranges that hide such addresses, are always refused.
 */
export function addressRefusal(
  url: URL,
  address: string,
  { privateAddresses }: AddressPolicy,
): string | null {
  const kind = kindOf(address);
  const own = url.protocol === "http:" && isWrittenAsLoopback(url);
  if (own !== (kind === "loopback")) {
    return own ? "leads away from this machine" : "leads to the service's own machine";
  }
  if (kind === "never") return "leads to a host that receives nothing";
  if (kind === "private" && !privateAddresses) {
    return "leads to a private address, which the setting WEBHOOK_PRIVATE_ADDRESSES does not allow";
  }
  return null;
}
