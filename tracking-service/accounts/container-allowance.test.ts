import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { termsOf } from "@/tracking-service/store/plans";
import { startTestService, type TestService } from "@/tracking-service/testing/running-service";
import { createKey, ensureAccount } from "./authenticate";

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ seedContainers: 0 });
});
afterAll(() => service.end());

async function keyOn(plan: "free" | "trial" | "paid", name: string) {
  const { id } = await ensureAccount(service.store.db, name, false, termsOf(plan, new Date()));
  return createKey(service.store.db, id, null);
}

const track = (key: string, index: number) =>
  service.call("/tracking_requests", {
    key,
    body: {
      data: {
        type: "tracking_request",
        attributes: { request_number: `MAEU7712340${index}`, request_type: "bill_of_lading", scac: "MAEU" },
      },
    },
  });

const twelve = Array.from({ length: 12 }, (_, index) => index);

describe("the ten active containers of a free account (interface.md, Limits)", () => {
  it.each(["free", "trial"] as const)("limits the %s plan, also for concurrent requests", async (plan) => {
    const key = await keyOn(plan, `Ten on ${plan}`);
    const responses = await Promise.all(twelve.map((index) => track(key, index)));
    const refused = responses.filter(({ status }) => status !== 201);
    expect(refused.map(({ status }) => status)).toEqual([403, 403]);
    expect(refused[0]?.error).toMatchObject({ status: "403", title: "Container limit reached" });
  });

  it("does not limit the paid plan", async () => {
    const key = await keyOn("paid", "Twelve");
    const responses = await Promise.all(twelve.map((index) => track(key, index)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
  });

  it("counts tracked containers, not failed or stopped ones", async () => {
    const { db, pool } = service.store;
    const { id } = await ensureAccount(db, "Some Stopped", false, termsOf("free", new Date()));
    const key = await createKey(db, id, null);
    const responses = await Promise.all(twelve.slice(0, 10).map((index) => track(key, index)));
    expect((await track(key, 10)).status).toBe(403);
    await pool.query("update tracking_requests set status = 'failed' where id = $1", [responses[0]?.item.id]);
    expect((await track(key, 10)).status).toBe(201);
    expect((await track(key, 11)).status).toBe(403);
  });
});
