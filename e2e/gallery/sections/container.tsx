import { testRow } from "@/components/board/test-row";
import { reportedChanges } from "@/components/containers/change-history";
import { ChangesCard } from "@/components/containers/changes-card";
import { ChargesCard } from "@/components/containers/charges-card";
import { DeadlineCard } from "@/components/containers/deadline-card";
import { DriverReports } from "@/components/containers/driver-reports";
import { MilestonesCard } from "@/components/containers/milestones-card";
import type { ContainerChange } from "@/components/containers/page-data";
import { Verdict } from "@/components/containers/readiness-header";
import { ReferencesCard } from "@/components/containers/references-card";
import { HoldsCard } from "@/components/holds/holds-card";
import { Moves } from "@/components/moves/moves-card";
import { AssignForm } from "@/components/parties/assign-form";
import { Parties } from "@/components/parties/container-parties";
import { Card } from "@/components/ui/card";
import { answering, HELD_CONTAINER, hoursFromNow, PARTIES, ROWS, saved } from "@/e2e/gallery/support/data";
import { NOW } from "@/e2e/gallery/support/fixed-time";
import type { Section } from "@/e2e/gallery/support/section";
import { userEvent } from "@/e2e/gallery/support/user";
import { boardRow } from "@/lib/domain/board-row/board-row";
import { testContainer } from "@/lib/domain/container/test-container";
import { milestones } from "@/lib/domain/milestones/milestones";
import type { FollowUpRecord } from "@/lib/domain/readiness/hold-follow-up";
import { NOTHING_PLANNED, type PlannedMove } from "@/lib/features/moves/rules/planned-move";

const LA = "America/Los_Angeles";
/** A change that a notification reported, or a sync run if `reported` is false. */
const change = (
  id: number,
  [field, before, after]: readonly [string, unknown, unknown],
  hours: number,
  reported = true,
): ContainerChange => ({
  id,
  field,
  before,
  after,
  zone: LA,
  asOf: hoursFromNow(hours),
  notificationId: reported ? `n-${id}` : null,
  event: reported ? "container.updated" : null,
  receivedAt: reported ? hoursFromNow(hours) : null,
});

const CHANGES = reportedChanges(
  [
    change(
      1,
      [
        "holds_at_pod_terminal",
        [{ name: "TMF", status: "hold", description: null }],
        HELD_CONTAINER.attributes.holds_at_pod_terminal,
      ],
      -2,
    ),
    change(2, ["pickup_appointment_at", null, "2026-11-19T18:00:00Z"], -5),
    change(3, ["location_at_pod_terminal", "A-01", "C-14-02"], -26, false),
  ],
  new Date(NOW),
  "en-US",
);

const followUp = (entry: Partial<FollowUpRecord>): FollowUpRecord => ({
  id: "f-1",
  holdName: "customs",
  place: "port",
  owner: null,
  nextCheckAt: hoursFromNow(-1),
  version: 2,
  contactEmail: "",
  contactPhone: "",
  openedAt: hoursFromNow(-30),
  openedBy: "Ana Ruiz",
  closedAt: null,
  closedBecause: null,
  lines: [
    {
      id: 1,
      writtenAt: hoursFromNow(-30),
      by: "Ana Ruiz",
      contacted: "Broker, M. Lee",
      promise: "",
      nextCheckAt: hoursFromNow(-3),
    },
    {
      id: 2,
      writtenAt: hoursFromNow(-3),
      by: "Tom Okafor",
      contacted: "CBP exam site",
      promise: "Exam is booked for this afternoon",
      nextCheckAt: hoursFromNow(-1),
    },
  ],
  ...entry,
});

const holds = (followUps: FollowUpRecord[], log = saved) => (
  <HoldsCard
    container={HELD_CONTAINER}
    changes={CHANGES}
    followUps={followUps}
    actions={{ log, drop: saved }}
    now={NOW}
  />
);

const PLAN: PlannedMove = {
  ...NOTHING_PLANNED,
  pickup: { at: "2026-11-20T18:00:00Z", zone: LA },
  delivery: { at: "2026-11-20T23:00:00Z", zone: LA },
  deliveryPlace: "Northwind Outdoor, Ontario",
  note: "Call the warehouse one hour ahead.",
  version: 1,
  savedBy: "Ana Ruiz",
  savedAt: hoursFromNow(-2),
};

const moves = (row: Parameters<typeof Moves>[0]["row"], plan: PlannedMove) => (
  <Card title="Appointment and parties">
    <Moves
      row={row}
      plan={plan}
      pickupZone={LA}
      city="San Pedro"
      gates={{
        facilityId: "t-1",
        hours: [1, 2, 3, 4, 5].map((day) => ({ day, from: "07:00", to: "16:30" })),
        specialDays: [],
      }}
      now={NOW}
      locale="en-US"
      action={saved}
    />
  </Card>
);

/** Monday to Friday, closed on the last free day. */
const GATES = [
  {
    facilityId: "t-1",
    hours: [1, 2, 3, 4, 5].map((day) => ({ day, from: "07:00", to: "17:00" })),
    specialDays: [{ on: "2026-11-20", open: [], name: "Closure" }],
  },
];

const rowAt = (index: number) => ROWS[index] ?? testRow("0");

export const sections: Section[] = [
  {
    id: "container/header",
    width: 900,
    render: () => ROWS.map((row) => <Verdict key={row.id} row={row} now={NOW} />),
  },
  {
    id: "container/last-free-day",
    width: 760,
    render: () => (
      <div className="flex flex-col gap-3">
        <DeadlineCard row={boardRow(HELD_CONTAINER)} changes={CHANGES} city="San Pedro" locale="en-US" />
        <DeadlineCard
          row={boardRow({ ...HELD_CONTAINER, team: { ...HELD_CONTAINER.team, gates: GATES } })}
          changes={[]}
          city={null}
          locale="en-US"
        />
        {[0, 1, 3, 4, 5].map((index) => (
          <DeadlineCard key={index} row={rowAt(index)} changes={[]} city={null} locale="en-US" />
        ))}
      </div>
    ),
  },
  {
    id: "container/charges",
    width: 560,
    render: () => (
      <div className="flex flex-col gap-3">
        <ChargesCard charges={rowAt(0).charges} />
        <ChargesCard charges={rowAt(1).charges} />
      </div>
    ),
  },
  { id: "container/holds", width: 760, render: () => holds([]) },
  {
    id: "container/holds-followed-up",
    width: 760,
    render: () =>
      holds([
        followUp({}),
        followUp({ id: "f-2", holdName: "freight", closedAt: hoursFromNow(-50), closedBecause: "cleared" }),
      ]),
  },
  { id: "container/holds-viewer", role: "viewer", width: 760, render: () => holds([followUp({})]) },
  {
    id: "container/holds-none",
    width: 760,
    render: () => (
      <HoldsCard
        container={testContainer()}
        changes={[]}
        followUps={[]}
        actions={{ log: saved, drop: saved }}
        now={NOW}
      />
    ),
  },
  {
    id: "container/follow-up-form",
    width: 760,
    render: () => holds([]),
    play: () => userEvent.click("Log follow-up for customs"),
  },
  {
    id: "container/follow-up-refused",
    width: 760,
    render: () =>
      holds(
        [],
        answering({
          problem: "Another user logged a follow-up. Yours was not saved.",
          fields: { contacted: "Enter who was contacted." },
        }),
      ),
    play: async () => {
      await userEvent.click("Log follow-up for customs");
      await userEvent.click("Save follow-up");
    },
  },
  { id: "container/moves", width: 420, render: () => moves(rowAt(1), PLAN) },
  { id: "container/moves-none", width: 420, render: () => moves(rowAt(0), NOTHING_PLANNED) },
  {
    id: "container/moves-form",
    width: 420,
    render: () => moves(rowAt(1), PLAN),
    play: () => userEvent.click("Edit plan"),
  },
  {
    id: "container/changes",
    width: 420,
    render: () => (
      <ChangesCard changes={CHANGES} count={CHANGES.length} allHref={null} containerId="c-1" now={NOW} />
    ),
  },
  {
    id: "container/driver-reports",
    width: 620,
    render: () => (
      <MilestonesCard containerId="c-1" milestones={[]} now={NOW}>
        <DriverReports
          reports={[
            {
              link: { id: "l-1", label: "Harbor Dray" },
              step: "picked_up",
              at: { at: hoursFromNow(-5), zone: LA },
              reportedAt: hoursFromNow(-5),
              photos: [
                { id: "p-1", addedAt: hoursFromNow(-5), documentId: null },
                { id: "p-2", addedAt: hoursFromNow(-5), documentId: "d-1" },
              ],
            },
            {
              link: { id: "l-1", label: "Harbor Dray" },
              step: "delivered",
              at: { at: hoursFromNow(-2), zone: LA },
              reportedAt: hoursFromNow(-2),
              photos: [],
            },
          ]}
          now={NOW}
          send={saved}
        />
      </MilestonesCard>
    ),
  },
  {
    id: "container/milestones",
    width: 620,
    render: () => (
      <MilestonesCard
        containerId="c-1"
        milestones={milestones(
          [
            {
              event: "container.transport.vessel_departed",
              at: hoursFromNow(-400),
              zone: "Asia/Shanghai",
              place: "Shanghai",
              vessel: "Maersk Sydney",
              voyage: "235W",
              source: "shipping_line",
            },
            {
              event: "container.transport.vessel_discharged",
              at: "2026-11-14T18:00:00Z",
              zone: LA,
              place: "APM Pier 400",
              vessel: null,
              voyage: null,
              source: "terminal",
            },
          ],
          HELD_CONTAINER,
        )}
        now={NOW}
      />
    ),
  },
  {
    id: "container/parties",
    width: 420,
    render: () => (
      <Parties
        row={rowAt(1)}
        rolesAsOf={hoursFromNow(-1)}
        parties={PARTIES}
        contacts={{}}
        orders={[]}
        assignAction={saved}
        removeAction={saved}
      />
    ),
  },
  {
    id: "container/assign-refused",
    width: 420,
    render: () => (
      <AssignForm
        record={{ containerId: "c-1" }}
        parties={PARTIES}
        action={answering({ fields: { party: "Select a party." } })}
      />
    ),
    play: () => userEvent.click("Assign"),
  },
  {
    id: "container/assign-several",
    width: 420,
    render: () => (
      <AssignForm
        record={{ containerId: "c-1" }}
        assigned={[
          { roleId: "r-1", partyId: "p-1", name: "Harbor Dray" },
          { roleId: "r-2", partyId: "p-2", name: "Evergreen Dray" },
        ]}
        parties={PARTIES}
        action={saved}
      />
    ),
  },
  {
    id: "container/references",
    width: 420,
    render: () => (
      <ReferencesCard row={boardRow(HELD_CONTAINER)} container={HELD_CONTAINER} editAction={saved} />
    ),
  },
];
