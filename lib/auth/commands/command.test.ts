import { expect, it, vi } from "vitest";
import { z } from "zod";
import { command } from "./command";
import { testContext } from "./test-context";

const run = vi.fn(async (_ctx: unknown, { count }: { count: number }) => count + 1);
const add = command({ right: "dispatch", input: z.object({ count: z.coerce.number() }) }, run);

it("runs with the checked input, for callers with a typed and with an unchecked input", async () => {
  expect(await add(testContext(null), { count: 1 })).toBe(2);
  expect(await add.unchecked(testContext(null), { count: "41" })).toBe(42);
  expect(add.right).toBe("dispatch");
});

it.each(["viewer", "customer"] as const)("refuses a %s before it reads the input", async (role) => {
  run.mockClear();
  const ctx = testContext(null, undefined, { role });
  await expect(add.unchecked(ctx, "{ garbage")).rejects.toMatchObject({ code: "not_allowed" });
  await expect(add(ctx, { count: 1 })).rejects.toMatchObject({ code: "not_allowed" });
  expect(run).not.toHaveBeenCalled();
});

it("refuses an invalid input", async () => {
  run.mockClear();
  await expect(add.unchecked(testContext(null), { count: "many" })).rejects.toBeInstanceOf(z.ZodError);
  expect(run).not.toHaveBeenCalled();
});
