import { expect, inject, it } from "vitest";
import { createTestDatabase } from "@/lib/platform/postgres/test-database";
import { killUnderLoad } from "@/tracking-service/testing/kill-run";

declare module "vitest" {
  export interface ProvidedContext {
    /** How often the service is killed. scripts/test-service-kill.ts sets a high number. */
    kills?: number;
  }
}

const kills = inject("kills") ?? 3;

it(
  `loses nothing, doubles nothing and leaves nothing half done when it is killed ${kills} times under load`,
  async () => {
    const database = await createTestDatabase();
    const { wrong, figures } = await killUnderLoad(database.url, kills);
    if (kills > 3) console.log(figures);
    await database.drop();
    expect(wrong).toEqual([]);
    expect(figures.trackingRequests).toBeGreaterThan(kills);
    expect(figures.cutOff).toBeGreaterThan(0);
  },
  150_000 + kills * 20_000,
);
