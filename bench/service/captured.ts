import { pino } from "pino";
import { sender } from "@/tracking-service/deliveries/send";
import { createApp } from "@/tracking-service/http/server";
import { rollingLimits } from "@/tracking-service/limits/rate-limits";
import { simulation } from "@/tracking-service/sources/simulation/simulation";
import { openStore } from "@/tracking-service/store/database";

/** One statement as the service sends it. */
export type Statement = { text: string; values: unknown[] };

/**
 * The database statements of the service for each of these paths after a warm-up. The service's app is called twice in
 * this process and the second call is recorded. Throws on a status other than 200.
 */
export async function captureStatements(
  databaseUrl: string,
  headers: Record<string, string>,
  paths: readonly string[],
): Promise<Record<string, Statement[]>> {
  let received: Statement[] = [];
  const store = openStore(databaseUrl, undefined, (text, values) => received.push({ text, values }));
  const app = createApp({
    db: store.db,
    source: simulation({ seed: "bench", containers: 0 }),
    now: () => new Date(),
    publicUrl: () => "http://127.0.0.1",
    deliveries: {
      privateAddresses: false,
      send: sender({ privateAddresses: false }),
    },
    limits: rollingLimits({ perWindow: null, windowMs: 1, now: Date.now }),
    wallNow: () => new Date(),
    log: pino({ level: "silent" }),
  });
  const statements: Record<string, Statement[]> = {};
  try {
    for (const path of paths) {
      for (let round = 0; round < 2; round += 1) {
        received = [];
        const response = await app.request(path, { headers });
        const text = await response.text();
        if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text}`);
      }
      statements[path] = received;
    }
  } finally {
    await store.close();
  }
  return statements;
}
