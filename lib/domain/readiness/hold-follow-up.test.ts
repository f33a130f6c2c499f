import { describe, expect, it } from "vitest";
import { inQueue, queueWindows } from "@/lib/domain/board-row/test-in-queue";
import { NOTHING_WRITTEN, type OpenFollowUp } from "@/lib/domain/container/container-facts";
import { inlandContainer, testContainer } from "@/lib/domain/container/test-container";
import { followUpOwner, isFollowUpDue, isHoldActive, nextFollowUp } from "./hold-follow-up";

const followUp = (change: Partial<OpenFollowUp> = {}): OpenFollowUp => ({
  id: "h-1",
  holdName: "customs",
  place: "port",
  owner: null,
  nextCheckAt: "2026-11-20T22:15:00Z",
  contacted: "Ana at the broker",
  promise: "Released by noon",
  ...change,
});
const followedUp = (...followUps: OpenFollowUp[]) =>
  testContainer(
    { holds_at_pod_terminal: [{ name: "customs", status: "hold" }] },
    {},
    { team: { ...NOTHING_WRITTEN, followUps } },
  );

describe("nextFollowUp", () => {
  it("is the one to check first, in the place's zone, with the role that resolves it", () => {
    const later = followUp({ id: "h-2", holdName: "freight", nextCheckAt: "2026-11-21T22:15:00Z" });
    const unset = followUp({ id: "h-3", holdName: "TMF", nextCheckAt: null });
    expect(nextFollowUp(followedUp(unset, later, followUp()))).toEqual({
      holdName: "customs",
      owner: "customs broker",
      nextCheckAt: "2026-11-20T22:15:00Z",
      zone: "America/Los_Angeles",
      contacted: "Ana at the broker",
      promise: "Released by noon",
    });
    expect(nextFollowUp(followedUp(unset))).toMatchObject({ holdName: "TMF", nextCheckAt: null });
  });

  it("is null without a follow-up", () => {
    expect(nextFollowUp(testContainer())).toBeNull();
  });

  it("prefers the assigned owner over the rule's owner", () => {
    expect(followUpOwner(followUp({ owner: "Ana, Pacific Brokers" }))).toBe("Ana, Pacific Brokers");
    expect(followUpOwner(followUp({ holdName: "never heard of" }))).toBe("See description");
  });
});

describe("isHoldActive", () => {
  it("matches a hold in any letter case, and no other hold", () => {
    expect(isHoldActive(followedUp(), followUp({ holdName: "CUSTOMS" }))).toBe(true);
    expect(isHoldActive(followedUp(), followUp({ holdName: "freight" }))).toBe(false);
    expect(isHoldActive(followedUp(), followUp({ place: "inland" }))).toBe(false);
  });

  it("follows an inland container to its ramp", () => {
    const onRail = inlandContainer({
      pod_rail_loaded_at: "2026-11-18T10:00:00Z",
      holds_at_pod_terminal: [{ name: "customs", status: "hold" }],
      ind_facility_holds: [],
    });
    expect(isHoldActive(onRail, followUp())).toBe(false);
    expect(isHoldActive(onRail, followUp({ place: "inland" }))).toBe(false);
  });
});

describe("the queue of due follow-ups", () => {
  it("opens at the next check, and stays open until a new check is set", () => {
    const windows = queueWindows(followedUp(followUp()));
    const due = (at: string) => inQueue(windows, "follow-up-due", new Date(at));
    expect(due("2026-11-20T22:14:59.999Z")).toBe(false);
    expect(due("2026-11-20T22:15:00Z")).toBe(true);
    expect(due("2027-11-20T22:15:00Z")).toBe(true);
    expect(isFollowUpDue(followUp(), new Date("2026-11-20T22:15:00Z"))).toBe(true);
  });

  it("excludes follow-ups without a next check", () => {
    expect(queueWindows(followedUp(followUp({ nextCheckAt: null })))["follow-up-due"]).toBeNull();
    expect(queueWindows(testContainer())["follow-up-due"]).toBeNull();
    expect(isFollowUpDue(followUp({ nextCheckAt: null }), new Date(8.64e15))).toBe(false);
  });
});
