import pino from "pino";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/postgres/test-database";
import { startSilencer } from "@/lib/platform/postgres/test-silent-proxy";
import { listen } from "./postgres-listener";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it("replaces a silently lost connection and calls its handlers", async () => {
  const silencer = await startSilencer(database.url);
  const handler = vi.fn();
  const heartbeat = { everyMs: 50, answerMs: 1_500 };
  const listener = await listen(silencer.url, { news: handler }, pino({ level: "silent" }), heartbeat);
  expect(handler).not.toHaveBeenCalled();
  silencer.silence();
  await vi.waitFor(() => expect(handler).toHaveBeenCalledOnce(), { timeout: 60_000 });
  await vi.waitFor(() => expect(silencer.isGivenUp()).toBe(true), { timeout: 60_000 });
  await listener.stop();
  silencer.stop();
});
