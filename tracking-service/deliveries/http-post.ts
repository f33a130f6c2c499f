import { lookup } from "node:dns";
import * as http from "node:http";
import * as https from "node:https";
import type { LookupFunction } from "node:net";
import {
  type AddressPolicy,
  addressRefusal,
  isPublicAddress,
  literalAddress,
} from "@/lib/contract/delivery-target";

/** Shorter than the keep-alive time of receivers, which is five seconds for most of them. */
const KEEP_ALIVE_MS = 4_000;
const AGENT = { keepAlive: true, maxFreeSockets: 16, timeout: KEEP_ALIVE_MS };

/** An address that deliveries must not use. */
export class RefusedAddress extends Error {}

export type Posted = {
  statusCode: number;
  headers: http.IncomingHttpHeaders;
  body: string;
  /** Whether the peer address of the connection is public and does not belong to this machine. */
  fromPublicAddress: boolean;
};

export type Post = (
  url: URL,
  headers: Record<string, string>,
  body: string,
  signal: AbortSignal,
) => Promise<Posted>;

/** The name lookup of the connection. It returns only addresses that the policy allows. */
function lookupFor(url: URL, policy: AddressPolicy): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, "");
      const allowed = found.filter(({ address }) => addressRefusal(url, address, policy) === null);
      const [first] = allowed;
      if (!first) {
        const refusal = addressRefusal(url, found[0]?.address ?? "::", policy);
        return callback(new RefusedAddress(`the address ${refusal}`), "");
      }
      if (options.all) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };
}

/** Reads the start of a response body. The rest is discarded and the connection closed. */
async function beginningOf(response: http.IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    const bytes = Buffer.from(chunk);
    chunks.push(bytes);
    size += bytes.byteLength;
    if (size >= maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes).toString("utf8");
}

/** Checks the connected socket and not the URL. Each lookup of a name may return another address. */
function isFromPublicAddress({ socket }: http.IncomingMessage): boolean {
  const { remoteAddress = "", localAddress } = socket;
  return isPublicAddress(remoteAddress) && remoteAddress !== localAddress;
}

const isStale = (error: unknown) =>
  error instanceof Error && "code" in error && (error.code === "ECONNRESET" || error.code === "EPIPE");

/**
 * Creates a post function with its own connections, limited to addresses that `policy` allows. Redirects are not
 * followed.
 */
export function poster(policy: AddressPolicy, maxBytes: number): Post {
  const agents = { http: new http.Agent(AGENT), https: new https.Agent(AGENT) };

  const once = (...[url, headers, body, signal]: Parameters<Post>) =>
    new Promise<Posted | "stale">((resolve, reject) => {
      const secure = url.protocol === "https:";
      const options = { method: "POST", headers, signal, lookup: lookupFor(url, policy) };
      const request = secure
        ? https.request(url, { ...options, agent: agents.https })
        : http.request(url, { ...options, agent: agents.http });
      request.on("response", (response) => {
        const { statusCode = 0 } = response;
        const fromPublicAddress = isFromPublicAddress(response);
        beginningOf(response, maxBytes).then(
          (text) => resolve({ statusCode, headers: response.headers, body: text, fromPublicAddress }),
          reject,
        );
      });
      request.on("error", (error) => {
        if (request.reusedSocket && isStale(error)) resolve("stale");
        else reject(error);
      });
      request.end(body);
    });

  return async (url, headers, body, signal) => {
    const literal = literalAddress(url);
    const refusal = literal === null ? null : addressRefusal(url, literal, policy);
    if (refusal !== null) throw new RefusedAddress(`the address ${refusal}`);
    for (;;) {
      const posted = await once(url, headers, body, signal);
      // The receiver closed an idle connection at the moment of its reuse.
      if (posted !== "stale") return posted;
    }
  };
}
