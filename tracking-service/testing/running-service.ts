import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { pino } from "pino";
import { z } from "zod";
import { createTestDatabase } from "@/lib/postgres/test-database";
import { createKey, ensureAccount } from "@/tracking-service/access";
import type { Config } from "@/tracking-service/config";
import { type RunningService, startService } from "@/tracking-service/service";
import { type Answer, type Call, send } from "./answer";

export const silent = pino({ level: "silent" });

export type TestService = RunningService & {
  config: Config;
  key: string;
  accountId: string;
  call(path: string, options?: Call): Promise<Answer>;
  /** A key of another, empty account. */
  stranger(name?: string): Promise<{ key: string; accountId: string }>;
  end(): Promise<void>;
};

const BASE: Omit<Config, "databaseUrl"> = {
  port: 0,
  host: "127.0.0.1",
  seedContainers: 60,
  simPaused: true,
  simSeed: "test",
  simSpeed: 1,
  simStart: new Date("2026-11-21T09:00:00Z"),
  rateLimitPerMinute: 1_000_000,
  webhookIps: ["127.0.0.1"],
  faults: null,
  logLevel: "silent",
};

/** The whole service on a database and a port of its own, with a key of its seeded account. */
export async function startTestService(
  settings: Partial<Config> = {},
  timing: Parameters<typeof startService>[2] = {},
): Promise<TestService> {
  const database = settings.databaseUrl ? null : await createTestDatabase();
  const config: Config = { ...BASE, databaseUrl: database?.url ?? "", ...settings };
  const service = await startService(config, silent, timing);
  const { db } = service.store;
  const account = await ensureAccount(db, "Drayboard");
  const key = await createKey(db, account.id, null);
  return {
    ...service,
    config,
    key,
    accountId: account.id,
    call: (path, options) => send(service.url, key, path, options),
    stranger: async (name = "Elsewhere") => {
      const other = await ensureAccount(db, name, false);
      return { key: await createKey(db, other.id, null), accountId: other.id };
    },
    end: async () => {
      await service.stop();
      await database?.drop();
    },
  };
}

export type Received = { text: string; headers: IncomingHttpHeaders; at: number };

export type Receiver = {
  url: string;
  received: Received[];
  /** The status it answers with; change it at will. */
  status: number;
  /** The events received so far, in order. */
  events(): string[];
  close(): Promise<void>;
};

const eventSchema = z.object({ data: z.object({ attributes: z.object({ event: z.string() }) }) });

/** A webhook's other end, on this machine. */
export async function startReceiver(status = 202): Promise<Receiver> {
  const received: Received[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      received.push({
        text: Buffer.concat(chunks).toString("utf8"),
        headers: request.headers,
        at: performance.now(),
      });
      response.writeHead(receiver.status).end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    status,
    events: () => received.map(({ text }) => eventSchema.parse(JSON.parse(text)).data.attributes.event),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}

/** Waits until a condition holds; fails after `ms`. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  ms = 15_000,
  everyMs = 20,
): Promise<void> {
  const deadline = Date.now() + ms;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error("waited in vain");
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
