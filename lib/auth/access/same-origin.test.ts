import { describe, expect, it } from "vitest";
import { isSameOrigin } from "./same-origin";

const answer = (headers: Record<string, string>) =>
  isSameOrigin(new Headers({ host: "dashboard:3000", ...headers }));

describe("isSameOrigin", () => {
  it("accepts Drayboard's own forms", () => {
    expect(answer({ "sec-fetch-site": "same-origin", origin: "http://dashboard:3000" })).toBe(true);
    expect(answer({ origin: "http://dashboard:3000" })).toBe(true);
    expect(
      answer({ origin: "https://dashboard.example.com", "x-forwarded-host": "dashboard.example.com" }),
    ).toBe(true);
    expect(answer({})).toBe(true);
  });

  it.each<Record<string, string>>([
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "none" },
    { "sec-fetch-site": "cross-site", origin: "http://dashboard:3000" },
    { origin: "http://elsewhere.example" },
    { origin: "http://dashboard:3001" },
    { origin: "null" },
    { origin: "http://elsewhere.example", "sec-fetch-site": "" },
  ])("rejects %j", (headers) => {
    expect(answer(headers)).toBe(false);
  });
});
