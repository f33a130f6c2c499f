import { expect, it } from "vitest";
import { stableId } from "./deterministic-uuid";

it("returns the same ids as always, because databases contain them", () => {
  expect(stableId("port", "USLAX")).toBe("f44a5a69-4aff-817e-94b0-80077151ed6a");
  expect(stableId("a", 0)).toBe("d7e98967-056f-8828-8b38-8a7930d88594");
  expect(stableId("drayboard/Acc", "container", 17, 3, "")).toBe("bf6ac301-c3cb-8bbc-b7fb-3a90927fa2b4");
});

it("returns a version 8 uuid for any names", () => {
  const ids = Array.from({ length: 500 }, (_, number) => stableId("name", number));
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(ids).size).toBe(ids.length);
});
