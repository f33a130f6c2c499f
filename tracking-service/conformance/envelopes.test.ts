import { describe, expect, it } from "vitest";
import { call } from "./target";

describe("interface.md, Collection envelope", () => {
  it("has data, links and meta", async () => {
    const answer = await call("/containers?page[size]=2&include=shipment,pod_terminal");
    expect(answer.status).toBe(200);
    expect(answer.items).toHaveLength(2);
    expect(answer.document.meta).toMatchObject({ size: 2 });
  });
});
