import { afterAll, expect, inject, it } from "vitest";
import { bundle } from "@/bench/harness/bundle";
import type { Undo } from "@/bench/harness/clean-up";
import { createTestDatabase } from "@/lib/platform/postgres/test-database";
import { killUnderLoad } from "@/tracking-service/testing/kill-run";

declare module "vitest" {
  export interface ProvidedContext {
    /** How often the service is killed. scripts/test-service-kill.ts sets a high number. */
    kills?: number;
  }
}

const kills = inject("kills") ?? 3;
const undos: Undo[] = [];

afterAll(async () => {
  for (const undo of undos) await undo();
});

it(
  `loses nothing, doubles nothing and leaves nothing half done when it is killed ${kills} times under load`,
  async () => {
    const program = await bundle("tracking-service/main.ts", (undo) => undos.push(undo));
    const database = await createTestDatabase();
    const { wrong, figures } = await killUnderLoad(program, database.url, kills);
    if (kills > 3) console.log(figures);
    await database.drop();
    expect(wrong).toEqual([]);
    expect(figures.trackingRequests).toBeGreaterThan(kills);
    expect(figures.cutOff).toBeGreaterThan(0);
  },
  150_000 + kills * 20_000,
);
