import { FollowUpsView } from "@/components/holds/follow-ups-view";
import { hoursFromNow, saved } from "@/e2e/gallery/support/data";
import { NOW } from "@/e2e/gallery/support/fixed-time";
import { FOLLOW_UPS } from "@/e2e/gallery/support/follow-ups";
import { PHONE, type Section, WIDE } from "@/e2e/gallery/support/section";
import { userEvent } from "@/e2e/gallery/support/user";
import type { ListedFollowUp } from "@/lib/features/holds/rules";

const view = (followUps: ListedFollowUp[], total = followUps.length) => (
  <FollowUpsView
    list={{ followUps, total }}
    offset={0}
    readAt={hoursFromNow(0)}
    now={NOW}
    actions={{ log: saved, drop: saved }}
  />
);

export const sections: Section[] = [
  { id: "follow-ups/list", width: WIDE, render: () => view(FOLLOW_UPS, 240) },
  { id: "follow-ups/list-phone", width: PHONE, render: () => view(FOLLOW_UPS) },
  { id: "follow-ups/viewer", width: WIDE, role: "viewer", render: () => view(FOLLOW_UPS.slice(0, 2)) },
  { id: "follow-ups/empty", width: WIDE, render: () => view([]) },
  {
    id: "follow-ups/log-form",
    width: WIDE,
    render: () => view(FOLLOW_UPS.slice(0, 1)),
    play: () => userEvent.click("Log result"),
  },
];
