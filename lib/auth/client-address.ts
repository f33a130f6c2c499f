import { randomBytes } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { isLoopbackHost } from "@/lib/config";

const held = globalThis as typeof globalThis & { drayboardPeerHeader?: string };

/**
 * From now on every HTTP request of this process carries the address of its socket in a header whose name no client
 * can guess. Next hands routes only headers, and takes `x-forwarded-for` from the client when it sends one. Called
 * once, from `instrumentation.ts`.
 */
export function recordPeerAddresses(): void {
  if (held.drayboardPeerHeader) return;
  const header = `x-peer-${randomBytes(12).toString("hex")}`;
  held.drayboardPeerHeader = header;
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { request: IncomingMessage };
    request.headers[header] = request.socket.remoteAddress ?? "unknown";
  });
}

/**
 * The address that sign-in tries are counted by: the socket's. Only where PUBLIC_URL says that something stands in
 * front (https, or a name that is not this machine) and the socket is this machine's own is it a reverse proxy, and
 * then the last entry of `x-forwarded-for`, the one that proxy wrote, is taken. Where no socket was recorded all
 * clients count as one.
 */
export function clientAddress(headers: { get(name: string): string | null }, publicUrl: string): string {
  const recorded = held.drayboardPeerHeader ? headers.get(held.drayboardPeerHeader) : null;
  const peer = recorded?.replace(/^::ffff:/, "") ?? "unknown";
  const { protocol, hostname } = new URL(publicUrl);
  const isBehindProxy = protocol === "https:" || !isLoopbackHost(hostname);
  if (!isBehindProxy || !isLoopbackHost(peer)) return peer;
  return headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() || peer;
}
