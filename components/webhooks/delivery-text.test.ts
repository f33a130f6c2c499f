import { describe, expect, it } from "vitest";
import { presenceText, serviceText } from "./delivery-text";
import type { DeliveryRow, WebhookEntry } from "./webhooks-data";

const webhook = (id: string, kind: WebhookEntry["kind"]): WebhookEntry => ({
  id,
  kind,
  url: `https://${id}.example`,
  active: true,
  events: [],
  headers: [],
  seen: "",
});
const WEBHOOKS = [webhook("mine", "own"), webhook("before", "replaced"), webhook("theirs", "other")];
const HERE: NonNullable<DeliveryRow["here"]> = {
  receivedAt: "2026-11-20T08:00:00Z",
  processedAt: "2026-11-20T08:00:00.400Z",
  deadLetteredAt: null,
  attempts: 1,
  error: null,
  changes: [],
  more: 0,
};
const here = (part: Partial<typeof HERE>) =>
  presenceText(
    {
      id: "n",
      event: "e",
      createdAt: "2026-11-20T08:00:00Z",
      about: null,
      atService: null,
      here: { ...HERE, ...part },
    },
    WEBHOOKS,
  );
const absent = (status: string | null, webhookId: string | null) =>
  presenceText(
    {
      id: "n",
      event: "e",
      createdAt: "2026-11-20T08:00:00Z",
      about: null,
      atService: { status, webhookId, attempts: [] },
      here: null,
    },
    WEBHOOKS,
  ).what;

describe("delivery at Drayboard", () => {
  it("shows its result and processing time", () => {
    expect(here({})).toMatchObject({ what: "Processed", note: "0.4s after receipt" });
    expect(here({ processedAt: "2026-11-20T08:01:15Z", attempts: 3 }).note).toBe(
      "75s after receipt on attempt 3",
    );
    expect(here({ processedAt: "2026-11-20T08:05:00Z" }).note).toBe("5m after receipt");
    expect(here({ processedAt: "2026-11-20T07:59:59Z" }).note).toBe("immediately");
    expect(here({ error: "cannot read [1]" }).note).toMatch(/; cannot read \[1\]$/);
    expect(here({ processedAt: null, attempts: 0 }).what).toBe("Waiting");
    expect(here({ processedAt: null, attempts: 2, error: "no" })).toMatchObject({ note: "2 attempts: no" });
    expect(here({ processedAt: null, deadLetteredAt: "2026-11-20T09:00:00Z", attempts: 8 })).toMatchObject({
      what: "Dead-lettered",
      note: "8 attempts: no error recorded",
    });
  });

  it("distinguishes not for Drayboard, not received and no longer stored", () => {
    expect(absent("succeeded", "theirs")).toBe("Not for Drayboard");
    expect(absent("succeeded", "mine")).toBe("No longer stored");
    expect(absent("failed", "before")).toBe("Not received");
    expect(absent("pending", "mine")).toBe("Not received yet");
    expect(absent("pending", "unknown_status")).toBe("Not received yet");
  });
});

it("names the last attempt of the service if it failed", () => {
  const at = "2026-11-20T08:00:00Z";
  const attempts = [
    { at, status: null, error: "timed out" },
    { at, status: 500, error: null },
  ];
  expect(serviceText({ status: "failed", webhookId: null, attempts })).toMatchObject({
    what: "Abandoned",
    note: "2 attempts, last: response status 500",
  });
  expect(
    serviceText({ status: "succeeded", webhookId: null, attempts: [{ at, status: 202, error: null }] }).note,
  ).toBe("1 attempt");
  expect(serviceText({ status: "asleep", webhookId: null, attempts: [] })).toMatchObject({
    what: "asleep",
    note: null,
  });
  expect(serviceText({ status: null, webhookId: null, attempts: [] }).what).toBe("Not reported");
});
