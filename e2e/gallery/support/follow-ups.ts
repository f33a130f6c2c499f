import { testDeadline, testRow } from "@/components/board/test-row";
import type { ListedFollowUp } from "@/lib/features/holds/rules";
import { hoursFromNow } from "./data";

const followUp = (id: string, change: Partial<ListedFollowUp>): ListedFollowUp => ({
  id: `f-${id}`,
  holdName: "customs",
  place: "port",
  owner: "Ana Lee, Pacific Brokers",
  nextCheckAt: hoursFromNow(-1),
  version: 2,
  contactEmail: "ana@pacific.example",
  contactPhone: "+1 310 555 0100",
  container: testRow(id, { deadline: testDeadline("2026-11-18", "2026-11-19T08:00:00Z") }),
  hold: { name: "customs", status: "hold", description: "CBP EXAM SITE" },
  zone: "America/Los_Angeles",
  last: {
    id: 1,
    writtenAt: hoursFromNow(-3),
    by: "Tom Okafor",
    contacted: "Ana Lee",
    promise: "Released by noon",
    nextCheckAt: hoursFromNow(-1),
  },
  ...change,
});

/** Open follow-ups in each group, by next check. */
export const FOLLOW_UPS: ListedFollowUp[] = [
  followUp("1", {}),
  followUp("2", {
    holdName: "freight",
    owner: null,
    nextCheckAt: hoursFromNow(-0.5),
    contactEmail: "",
    contactPhone: "",
    hold: { name: "freight", status: "hold", description: null },
    last: null,
  }),
  followUp("3", { nextCheckAt: hoursFromNow(1) }),
  followUp("4", { nextCheckAt: hoursFromNow(50) }),
  followUp("5", { nextCheckAt: null, hold: null }),
];
