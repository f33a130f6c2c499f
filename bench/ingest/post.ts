import { Agent, type IncomingMessage, request } from "node:http";
import { performance } from "node:perf_hooks";
import { SIGNATURE_HEADER } from "@/lib/contract/events";
import { signatureOf } from "@/lib/ingest/signature";
import type { Delivery } from "./notifications";

/** A delivery with its signature, computed before timing starts. */
export type Signed = { body: Buffer; signature: string };

export const signAll = (deliveries: readonly Delivery[], secret: string): Signed[] =>
  deliveries.map(({ body }) => ({ body, signature: signatureOf(body, secret) }));

/** Posts a delivery. Resolves when it was accepted, throws otherwise. */
export function postOne(url: URL, { body, signature }: Signed, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = {
      "content-type": "application/json",
      "content-length": body.length,
      [SIGNATURE_HEADER]: signature,
    };
    const sent = request(url, { method: "POST", agent, headers }, (response: IncomingMessage) => {
      response.resume();
      response.on("error", reject);
      response.on("end", () =>
        response.statusCode === 202
          ? resolve()
          : reject(new Error(`${url.pathname} answered ${response.statusCode}`)),
      );
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** Posts all deliveries over keep-alive connections, one after another on each. Returns the duration in ms. */
export async function postAll(
  address: string,
  deliveries: readonly Signed[],
  connections: number,
): Promise<number> {
  const url = new URL(address);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let next = 0;
  const connection = async () => {
    for (let one = deliveries[next++]; one; one = deliveries[next++]) await postOne(url, one, agent);
  };
  const begun = performance.now();
  try {
    await Promise.all(Array.from({ length: connections }, connection));
  } finally {
    agent.destroy();
  }
  return performance.now() - begun;
}

/** Posts this many deliveries per second, independent of response times. Resolves when all have a response. */
export async function postPaced(
  address: string,
  deliveries: readonly Signed[],
  perSecond: number,
): Promise<void> {
  const url = new URL(address);
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const begun = performance.now();
  const sent: Promise<void>[] = [];
  try {
    while (sent.length < deliveries.length) {
      const due = Math.min(deliveries.length, Math.floor(((performance.now() - begun) * perSecond) / 1_000));
      for (const one of deliveries.slice(sent.length, due)) sent.push(postOne(url, one, agent));
      // Waits even when all are answered, but not when one has failed.
      const timer = new Promise<void>((resolve) => setTimeout(resolve, 5));
      await Promise.race([timer, Promise.all([...sent, timer])]);
    }
    await Promise.all(sent);
  } finally {
    agent.destroy();
  }
}
