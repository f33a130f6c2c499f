import { expect, it } from "vitest";
import { manifestWaitText } from "./manifest-wait";

const ASKED = "2026-11-13T09:30:00Z";

it.each([
  ["2026-11-13T09:30:10Z", "Requested just now, expires in 6d"],
  ["2026-11-16T10:00:00Z", "Waiting 3d, expires in 3d"],
  ["2026-11-20T00:30:00Z", "Waiting 6d, expires in 9h"],
  ["2026-11-20T09:29:00Z", "Waiting 6d, expires in 1h"],
  ["2026-11-20T09:30:00Z", "Waiting 7d, past the 7-day limit"],
  ["2026-12-01T00:00:00Z", "Waiting 17d, past the 7-day limit"],
])("shows the wait for a manifest at %s", (now, text) => {
  expect(manifestWaitText(ASKED, new Date(now))).toBe(text);
});

it("is empty for an invalid time", () => expect(manifestWaitText("soon", new Date())).toBe(""));
