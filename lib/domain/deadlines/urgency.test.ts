import { describe, expect, it } from "vitest";
import { NOTHING_WRITTEN } from "@/lib/domain/container/container-facts";
import { deadlines, testContainer } from "@/lib/domain/container/test-container";
import { deadline } from "./deadline";
import { urgency } from "./urgency";

const NOV_20_LA = "2026-11-20T08:00:00Z";
const due = deadline(testContainer(deadlines({ terminal: NOV_20_LA })));

describe("the tone and label", () => {
  it.each([
    ["2026-11-16T20:00:00Z", "plain", "4d"],
    ["2026-11-17T20:00:00Z", "near", "3d"],
    ["2026-11-18T20:00:00Z", "soon", "2d"],
    ["2026-11-19T08:00:01Z", "soon", "1d 23h"],
    ["2026-11-20T03:00:00Z", "soon", "1d 5h"],
    ["2026-11-20T08:00:00Z", "today", "Today, 24h 0m"],
    ["2026-11-21T02:48:00Z", "today", "Today, 5h 12m"],
    ["2026-11-21T07:59:59Z", "today", "Today, 0m"],
    ["2026-11-21T08:00:00Z", "late", "Expired 1d"],
    ["2026-11-22T20:00:00Z", "late", "Expired 2d"],
  ])("at %s are %s, %s", (now, tone, text) => {
    expect(urgency("en-US", due, new Date(now))).toEqual({ tone, text, former: null, notes: [] });
  });

  it("is late on the deadline day once the last gate has closed", () => {
    const hours = [{ day: 5, from: "07:00", to: "16:00" }];
    const team = { ...NOTHING_WRITTEN, gates: [{ facilityId: "t-1", hours, specialDays: [] }] };
    const gated = deadline(testContainer(deadlines({ terminal: NOV_20_LA }), {}, { team }));
    expect(urgency("en-US", gated, new Date("2026-11-21T00:00:00Z"))).toMatchObject({
      tone: "late",
      text: "Expired today",
    });
  });

  it("shows a label without a deadline, never a blank or a zero", () => {
    const now = new Date(NOV_20_LA);
    expect(urgency("en-US", deadline(testContainer()), now)).toMatchObject({
      tone: "none",
      text: "not reported",
    });
    expect(urgency("en-US", deadline(testContainer({ pod_discharged_at: null })), now)).toMatchObject({
      tone: "none",
      text: "not discharged",
    });
  });

  it("has the done tone after pickup and shows the former deadline", () => {
    const out = { pod_full_out_at: "2026-11-19T20:00:00Z" };
    const was = deadline(testContainer({ ...deadlines({ terminal: NOV_20_LA }), ...out }));
    expect(urgency("en-US", was, new Date("2026-11-30T00:00:00Z"))).toMatchObject({
      tone: "done",
      text: "picked up, was Nov 20",
      former: "was Nov 20",
    });
    expect(urgency("en-US", deadline(testContainer(out)), new Date(NOV_20_LA)).text).toBe("picked up");
  });

  it("reports an unknown zone", () => {
    const placeless = deadline(testContainer({ pod_timezone: null, ...deadlines({ terminal: NOV_20_LA }) }));
    expect(urgency("en-US", placeless, new Date(NOV_20_LA)).notes).toEqual(["zone unknown"]);
  });
});

describe("an unchecked terminal", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  const at = (checkedAt: string | null, onTerminalGround = true) =>
    urgency("en-US", due, now, { checkedAt, onTerminalGround });

  it("shows its age from 6h on", () => {
    expect(at("2026-11-21T06:00:01Z").notes).toEqual([]);
    expect(at("2026-11-21T06:00:00Z")).toMatchObject({ tone: "late", notes: ["checked 6h ago"] });
  });

  it("loses its color at 24h and keeps its label", () => {
    expect(at("2026-11-20T12:00:01Z").tone).toBe("late");
    expect(at("2026-11-20T12:00:00Z")).toEqual({
      tone: "stale",
      text: "Expired 1d",
      former: null,
      notes: ["stale, not checked for 24h"],
    });
    expect(at(null)).toMatchObject({ tone: "stale", notes: ["stale, terminal never checked"] });
  });

  it("is ignored off terminal ground", () => {
    expect(at("2026-11-01T00:00:00Z", false)).toMatchObject({ tone: "late", notes: [] });
    expect(at(null, false).notes).toEqual([]);
  });
});
