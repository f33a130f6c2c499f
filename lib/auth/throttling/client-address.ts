import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import {
  type AddressBlock,
  bareAddress,
  isInBlocks,
  isLoopbackHost,
  type Settings,
} from "@/lib/platform/config/config";

const held = globalThis as typeof globalThis & { drayboardPeerHeader?: string };

/**
 * The step that adds the socket's address to every request, in a header with an unguessable name. Next passes only
 * headers to routes, and accepts `x-forwarded-for` from the client.
 */
export function recordPeerAddresses(): (request: IncomingMessage) => false {
  held.drayboardPeerHeader ??= `x-peer-${randomBytes(12).toString("hex")}`;
  const header = held.drayboardPeerHeader;
  return (request) => {
    // Next forwards an action of another page to itself with the client's headers, which already contain the address.
    request.headers[header] ??= request.socket.remoteAddress ?? "unknown";
    return false;
  };
}

const LOOPBACK: readonly AddressBlock[] = [
  { address: "127.0.0.0", family: "ipv4", bits: 8 },
  { address: "::1", family: "ipv6", bits: 128 },
];

export type ProxySettings = Pick<Settings, "trustedProxies" | "trustedProxyHeader" | "publicUrl">;

/** Without TRUSTED_PROXIES: this machine, if another setting states that a proxy is in front. */
function proxiesOf({
  trustedProxies,
  trustedProxyHeader,
  publicUrl,
}: ProxySettings): readonly AddressBlock[] {
  if (trustedProxies !== null) return trustedProxies;
  const { protocol, hostname } = new URL(publicUrl);
  const isProxied = trustedProxyHeader !== null || protocol === "https:" || !isLoopbackHost(hostname);
  return isProxied ? LOOPBACK : [];
}

/**
 * Whether a request came from a trusted proxy. A request that Next forwarded to itself counts as the one that it forwards.
 */
export function isFromTrustedProxy({ headers, socket }: IncomingMessage, settings: ProxySettings): boolean {
  const recorded = held.drayboardPeerHeader ? headers[held.drayboardPeerHeader] : undefined;
  const peer = typeof recorded === "string" ? recorded : (socket.remoteAddress ?? "unknown");
  return isInBlocks(proxiesOf(settings), bareAddress(peer) ?? peer);
}

/**
 * The client's address. It is used to count sign-in attempts, visitors of links and unfinished requests, to compare
 * deliveries with the service's list, and in the audit log. It is the socket's peer. If the peer is a trusted proxy,
 * the forwarded header is read from its end, past trusted proxies, to the first other address. An invalid entry stops
 * this at the entry before it. "unknown" if no socket was recorded: then all clients count as one.
 */
export function clientAddress(
  headers: { get(name: string): string | null },
  settings: ProxySettings,
): string {
  const recorded = held.drayboardPeerHeader ? headers.get(held.drayboardPeerHeader) : null;
  if (recorded === null) return "unknown";
  const proxies = proxiesOf(settings);
  const forwarded = headers.get(settings.trustedProxyHeader ?? "x-forwarded-for") ?? "";
  let client = bareAddress(recorded) ?? recorded;
  for (const entry of forwarded.split(",").reverse()) {
    if (!isInBlocks(proxies, client)) break;
    const before = bareAddress(entry);
    if (before === null) break;
    client = before;
  }
  return client;
}
