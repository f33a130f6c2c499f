import { describe, expect, it } from "vitest";
import { inQueue, queueWindows } from "@/lib/domain/board-row/test-in-queue";
import { NOTHING_WRITTEN, type OpenFollowUp } from "@/lib/domain/container/container-facts";
import { inlandContainer, testContainer } from "@/lib/domain/container/test-container";
import {
  followUpOwner,
  followUpPlace,
  isFollowUpDue,
  isHoldActive,
  isHoldBack,
  nextFollowUp,
} from "./hold-follow-up";

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
    const list = [{ name: "customs", status: "hold" }];
    const onRail = { pod_rail_loaded_at: "2026-11-18T10:00:00Z", ind_facility_holds: [] };
    const railed = (holds: typeof list, rest = {}) =>
      inlandContainer(
        { ...onRail, holds_at_pod_terminal: holds, ...rest },
        {},
        { team: { ...NOTHING_WRITTEN, followUps: [followUp()] } },
      );
    expect(isHoldActive(railed(list), followUp()), "the list still has it").toBe(true);
    expect(isHoldActive(railed([]), followUp()), "the list of a later check lacks it").toBe(false);
    const atRamp = railed(list, {
      ind_rail_unloaded_at: "2026-11-22T10:00:00Z",
      terminal_checked_at: "2026-11-22T12:00:00Z",
    });
    expect(isHoldActive(atRamp, followUp()), "it never ended").toBe(true);
    expect(isHoldBack(atRamp, followUp()), "a hold of the ramp is another one").toBe(false);
    expect(isHoldBack(atRamp, followUp({ place: "inland" }))).toBe(true);
    expect(followUpPlace(atRamp, "Customs")).toBe("port");
    expect(followUpPlace({ ...atRamp, team: NOTHING_WRITTEN }, "Customs")).toBe("inland");
    expect(followUpPlace(followedUp(), "customs")).toBe("port");
    const pulled = railed(list, { final_destination_full_out_at: "2026-11-23T10:00:00Z" });
    expect(isHoldActive(pulled, followUp())).toBe(false);
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
