import { describe, expect, it } from "vitest";
import { call, itHere, showing, target } from "./target";

const LIMITED = "would use up the account's limits";

const limited = () => {
  if (!target.limited) throw new Error("the target has no service with limits");
  return { at: target.limited, limits: true };
};
/** Bodies sent at the same time. The service accepts at most 64 unfinished ones and responds 503 to the others. */
const CONCURRENT_BODIES = 32;

/** Counts the accepted requests among `most` and three more. */
async function letIn(most: number, action: () => ReturnType<typeof call>): Promise<number> {
  const statuses: number[] = [];
  while (statuses.length < most + 3) {
    const length = Math.min(CONCURRENT_BODIES, most + 3 - statuses.length);
    const responses = await Promise.all(Array.from({ length }, action));
    statuses.push(...responses.map(({ status }) => status));
  }
  expect(statuses).not.toContain(503);
  return statuses.filter((status) => status !== 429).length;
}

describe("interface.md, Limits", () => {
  itHere(
    showing(
      "100 requests a minute",
      "interface.md, Limits: 429 with Retry-After in seconds",
      "interface.md, Errors: 429 with Retry-After",
      "supplement.md, Status codes and envelopes: 429: status, title, detail and Retry-After",
    ),
    LIMITED,
    async () => {
      const requested = Array.from({ length: 104 }, () => call("/parties", limited()));
      const responses = await Promise.all(requested);
      const refused = responses.filter(({ status }) => status === 429);
      expect(responses.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(100);
      expect(refused.length).toBeGreaterThanOrEqual(4);
      for (const { error, headers } of refused) {
        expect(error).toMatchObject({
          status: "429",
          title: "Too Many Requests",
          detail: expect.any(String),
        });
        expect(headers.get("retry-after")).toMatch(/^[1-9]\d?$/);
        expect(Number(headers.get("retry-after"))).toBeLessThanOrEqual(62);
      }
    },
  );

  itHere("infer: 200 requests a minute, counted apart", LIMITED, async () => {
    const infer = () => call("/tracking_requests/infer_number", { ...limited(), body: { number: "" } });
    expect(await letIn(200, infer)).toBe(200);
  });

  itHere("create: 100 requests a minute, counted apart", LIMITED, async () => {
    expect(await letIn(100, () => call("/tracking_requests", { ...limited(), body: {} }))).toBe(100);
  });

  it("page size: 30 by default", async () => {
    const { items, document } = await call("/containers");
    expect(items).toHaveLength(Math.min(30, document.meta?.total ?? 0));
  });

  it("page size: at most 100, more is cut silently", async () => {
    const more = await call("/containers?page[size]=1001");
    const { size = 0, total = 0 } = more.document.meta ?? {};
    expect([more.status, size, more.items.length]).toEqual([200, Math.min(total, 100), size]);
  });
});
