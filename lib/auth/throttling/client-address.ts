import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { RequestStep } from "@/lib/auth/http-server/request-steps";
import {
  type AddressBlock,
  bareAddress,
  isInBlocks,
  isLoopbackHost,
  type Settings,
} from "@/lib/platform/config/config";

const PEER_HEADER = "x-peer-address";

/** The values of the header that this process has set on requests in progress. Next bundles this file several times. */
const held = globalThis as typeof globalThis & { drayboardPeers?: Set<string> };

/**
 * The step that adds the socket's address to every request, in a header. Next passes only headers to routes, and accepts
 * `x-forwarded-for` from the client. A client's own value is replaced: each value ends in a random id, and only the one
 * of a request in progress is kept, since Next forwards an action of another page to itself with that request's headers.
 */
export function recordPeerAddresses(): RequestStep {
  held.drayboardPeers ??= new Set();
  const peers = held.drayboardPeers;
  return (request, response) => {
    if (peers.has(String(request.headers[PEER_HEADER]))) return false;
    const value = `${request.socket.remoteAddress ?? "unknown"} ${randomBytes(16).toString("hex")}`;
    request.headers[PEER_HEADER] = value;
    peers.add(value);
    response.once("close", () => peers.delete(value));
    return false;
  };
}

/** The address in the header, once the step runs. Null without it. */
function recordedPeer(value: string | null | undefined): string | null {
  return held.drayboardPeers && value ? (value.split(" ")[0] ?? null) : null;
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

/** Whether this address of a socket is that of a trusted proxy. */
export const isTrustedProxy = (address: string, settings: ProxySettings): boolean =>
  isInBlocks(proxiesOf(settings), bareAddress(address) ?? address);

/**
 * Whether a request came from a trusted proxy. Runs after `recordPeerAddresses`. A request that Next forwarded to itself counts as the one that it forwards.
 */
export function isFromTrustedProxy({ headers, socket }: IncomingMessage, settings: ProxySettings): boolean {
  const peer = recordedPeer(headers[PEER_HEADER]?.toString()) ?? socket.remoteAddress ?? "unknown";
  return isTrustedProxy(peer, settings);
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
  const recorded = recordedPeer(headers.get(PEER_HEADER));
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
