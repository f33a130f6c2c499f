import { describe, expect, it } from "vitest";
import { inQueue, nextQueueMove, queueWindows } from "@/lib/domain/board-row/queues";
import { NOTHING_WRITTEN, type OpenChase } from "@/lib/domain/container/container-facts";
import { inlandBox, testBox } from "@/lib/domain/container/test-container";
import { chaseOwner, holdStands, isChaseDue, nextChase } from "./hold-follow-up";

const chase = (change: Partial<OpenChase> = {}): OpenChase => ({
  id: "h-1",
  holdName: "customs",
  place: "port",
  owner: null,
  nextCheckAt: "2026-11-20T22:15:00Z",
  ...change,
});
const chased = (...chases: OpenChase[]) =>
  testBox(
    { holds_at_pod_terminal: [{ name: "customs", status: "hold" }] },
    {},
    { desk: { ...NOTHING_WRITTEN, chases } },
  );

describe("nextChase", () => {
  it("is the one to be asked about first, in the place's zone, by who resolves it", () => {
    const later = chase({ id: "h-2", holdName: "freight", nextCheckAt: "2026-11-21T22:15:00Z" });
    const unset = chase({ id: "h-3", holdName: "TMF", nextCheckAt: null });
    expect(nextChase(chased(unset, later, chase()))).toEqual({
      holdName: "customs",
      owner: "customs broker",
      nextCheckAt: "2026-11-20T22:15:00Z",
      zone: "America/Los_Angeles",
    });
    expect(nextChase(chased(unset))).toMatchObject({ holdName: "TMF", nextCheckAt: null });
  });

  it("is none of a box nobody chases", () => {
    expect(nextChase(testBox())).toBeNull();
  });

  it("names whom somebody put down before the rule's owner", () => {
    expect(chaseOwner(chase({ owner: "Ana, Pacific Brokers" }))).toBe("Ana, Pacific Brokers");
    expect(chaseOwner(chase({ holdName: "never heard of" }))).toBe("read the description");
  });
});

describe("holdStands", () => {
  it("knows a hold in any case, and no other", () => {
    expect(holdStands(chased(), chase({ holdName: "CUSTOMS" }))).toBe(true);
    expect(holdStands(chased(), chase({ holdName: "freight" }))).toBe(false);
    expect(holdStands(chased(), chase({ place: "inland" }))).toBe(false);
  });

  it("follows an inland box to its ramp", () => {
    const onRail = inlandBox({
      pod_rail_loaded_at: "2026-11-18T10:00:00Z",
      holds_at_pod_terminal: [{ name: "customs", status: "hold" }],
      ind_facility_holds: [],
    });
    expect(holdStands(onRail, chase())).toBe(false);
    expect(holdStands(onRail, chase({ place: "inland" }))).toBe(false);
  });
});

describe("the queue of due chases", () => {
  it("opens with the next check, and stays open until somebody sets another", () => {
    const windows = queueWindows(chased(chase()));
    const due = (at: string) => inQueue(windows, "chase-due", new Date(at));
    expect(due("2026-11-20T22:14:59.999Z")).toBe(false);
    expect(due("2026-11-20T22:15:00Z")).toBe(true);
    expect(due("2027-11-20T22:15:00Z")).toBe(true);
    expect(nextQueueMove(windows, new Date("2026-11-20T22:00:00Z"))?.toISOString()).toBe(
      "2026-11-20T22:15:00.000Z",
    );
    expect(isChaseDue(chase(), new Date("2026-11-20T22:15:00Z"))).toBe(true);
  });

  it("holds none without a next check", () => {
    expect(queueWindows(chased(chase({ nextCheckAt: null })))["chase-due"]).toBeNull();
    expect(queueWindows(testBox())["chase-due"]).toBeNull();
    expect(isChaseDue(chase({ nextCheckAt: null }), new Date(8.64e15))).toBe(false);
  });
});
