import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { createKey, ensureAccount } from "@/tracking-service/accounts/authenticate";
import { openStore } from "@/tracking-service/store/database";
import { documents } from "@/tracking-service/store/documents-schema";
import { apiKeys } from "@/tracking-service/store/schema";
import type { HostileRow, HostileTarget } from "./target";

const ACCOUNT = "hostile checks";
const MARK = "internal page of the hostile checks";

const environmentSchema = z.object({
  TRACKING_DATABASE_URL: z.string(),
  TRACKING_SERVICE_PORT: z.string(),
  HOST: z.string(),
});

/** A key of the target's tracking service, for a separate account. */
export interface ServiceAccess {
  url: string;
  key: string;
  /** Deletes the account's documents and revokes the key. */
  close(): Promise<void>;
}

/** Opens the target's tracking service. Reads its URL and database from the environment of its process (Linux). */
export async function openServiceAccess({ pids }: HostileTarget): Promise<ServiceAccess> {
  const entries = readFileSync(`/proc/${pids["tracking-service"]}/environ`, "utf8").split("\0");
  const settings = environmentSchema.parse(
    Object.fromEntries(entries.map((entry) => [entry.split("=")[0], entry.slice(entry.indexOf("=") + 1)])),
  );
  const store = openStore(settings.TRACKING_DATABASE_URL);
  const account = await ensureAccount(store.db, ACCOUNT, false);
  return {
    url: `http://${settings.HOST}:${settings.TRACKING_SERVICE_PORT}/v2`,
    key: await createKey(store.db, account.id, "hostile checks"),
    async close() {
      await store.db.delete(documents).where(eq(documents.accountId, account.id));
      await store.db.update(apiKeys).set({ revokedAt: new Date() }).where(eq(apiKeys.accountId, account.id));
      await store.close();
    },
  };
}

const triggeredSchema = z.object({
  status_code: z.number().nullable(),
  response_headers: z.record(z.string(), z.string()).nullable(),
  response_body: z.string().nullable(),
});

/** Requests test deliveries from the service to pages on this machine. Their responses must not be returned. */
export async function loopbackWebhook(target: HostileTarget): Promise<HostileRow[]> {
  const service = await openServiceAccess(target);
  const internal = createServer((request, response) => {
    request.resume().on("end", () => response.setHeader("X-Internal", MARK).end(MARK));
  }).listen(0, "127.0.0.1");
  await once(internal, "listening");
  const address = internal.address();
  const port = typeof address === "object" ? address?.port : 0;
  const dashboardPort = new URL(target.url).port || "80";
  const urls = [
    `http://127.0.0.1:${port}/`,
    `http://localhost:${port}/`,
    `http://127.0.0.2:${port}/`,
    `http://127.0.0.1:${dashboardPort}/api/health`,
    `${service.url}/openapi.json`,
  ];
  try {
    let leaks = 0;
    let answered = 0;
    for (const url of urls) {
      const response = await fetch(`${service.url}/webhooks/trigger`, {
        method: "POST",
        headers: { Authorization: `Token ${service.key}`, "Content-Type": "application/json" },
        body: JSON.stringify({ url, event: "container.updated" }),
      });
      const text = await response.text();
      const reported = triggeredSchema.parse(JSON.parse(text));
      if (reported.status_code !== null) answered += 1;
      if (reported.response_body !== null || reported.response_headers !== null || text.includes(MARK))
        leaks += 1;
    }
    return [
      {
        check: "Test deliveries to loopback show no response",
        figure: `${leaks} of ${urls.length} showed a response; ${answered} were answered`,
        held: leaks === 0 && answered > 0,
      },
    ];
  } finally {
    internal.close();
    await service.close();
  }
}
