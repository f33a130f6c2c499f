import { describe, expect, it } from "vitest";
import { isSameOrigin } from "./same-origin";

const response = (headers: Record<string, string>) =>
  isSameOrigin(new Headers({ host: "dashboard:3000", ...headers }));

describe("isSameOrigin", () => {
  it("accepts Drayboard's own forms", () => {
    expect(response({ "sec-fetch-site": "same-origin", origin: "http://dashboard:3000" })).toBe(true);
    expect(response({ origin: "http://dashboard:3000" })).toBe(true);
    expect(
      response({ origin: "https://dashboard.example.com", "x-forwarded-host": "dashboard.example.com" }),
    ).toBe(true);
    expect(response({})).toBe(true);
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
    expect(response(headers)).toBe(false);
  });
});
