import { CompanyView } from "@/components/company/company-view";
import { WallboardView } from "@/components/feeds/wallboard/wallboard-view";
import { SharePanel } from "@/components/sharing/links/share-panel";
import { SharedLinksView } from "@/components/sharing/links/shared-links-view";
import { DispatchContact } from "@/components/sharing/pages/dispatch-contact";
import { SharedFrame, SharedNotice } from "@/components/sharing/pages/page-frame";
import { PasscodeForm } from "@/components/sharing/pages/passcode-form";
import { SharedDocuments } from "@/components/sharing/pages/shared-documents";
import { SharedView } from "@/components/sharing/pages/shared-view";
import { DriverReporting } from "@/components/sharing/reporting/driver-reporting";
import { answering, COUNTS, HELD_CONTAINER, hoursFromNow, ROWS, saved } from "@/e2e/gallery/support/data";
import { NOW } from "@/e2e/gallery/support/fixed-time";
import { PHONE, type Section } from "@/e2e/gallery/support/section";
import { appears, userEvent } from "@/e2e/gallery/support/user";
import { deadlines, testContainer } from "@/lib/domain/container/test-container";
import type { Reporting } from "@/lib/features/driver-reports/rules";
import type { WallboardData } from "@/lib/features/feeds/rules/wallboard";
import { NOTHING_PLANNED } from "@/lib/features/moves/rules/planned-move";
import { customerRow, driverRow } from "@/lib/features/sharing/rules/shared-container";
import {
  customerContainer,
  driverContainer,
  type SharedData,
} from "@/lib/features/sharing/rules/shared-pages";

const READY = testContainer(
  {
    ...deadlines({ line: "2026-11-20T08:00:00Z" }),
    available_for_pickup: true,
    ref_numbers: ["PO-88120"],
    pickup_appointment_at: "2026-11-19T18:00:00Z",
    fees_at_pod_terminal: [{ type: "demurrage", amount: 610, currency_code: "USD" }],
  },
  { shipping_line_name: "Maersk", pod_vessel_name: "Maersk Sydney", pod_voyage_number: "235W" },
);
const plan = {
  ...NOTHING_PLANNED,
  pickup: { at: "2026-11-19T17:30:00Z", zone: "America/Los_Angeles" },
  delivery: { at: "2026-11-19T23:00:00Z", zone: "America/Los_Angeles" },
  deliveryPlace: "Northwind Outdoor, 4100 Jurupa St, Ontario, CA 91761",
  emptyReturn: { at: "2026-11-24T18:00:00Z", zone: "America/Los_Angeles" },
  emptyReturnPlace: "Pier T",
};

const GATES = {
  facilityId: "t-1",
  hours: [1, 2, 3, 4, 5].map((day) => ({ day, from: "07:00", to: "16:30" })),
  specialDays: [],
};

const DISPLAY = { now: NOW, locale: "en-US" };

const DOCUMENTS = ["Arrival notice", "Delivery order"].map((kind) => ({
  id: kind,
  name: `${kind} MSKU4807969.pdf`,
  kind,
  bytes: 182_400,
  createdAt: hoursFromNow(-30),
  about: ["MSKU 480796 9"],
}));

const page = (id: string, shown: SharedData, width?: number): Section => ({
  id: `sharing/${id}`,
  width,
  address: "/share/token",
  render: () => (
    <SharedFrame title="Northwind Outdoor, November" company={{ name: "", logoVersion: null }}>
      <SharedView data={shown} display={DISPLAY} pageHref={(number) => `?page=${number}`} />
    </SharedFrame>
  ),
});

const reportedAt = (hours: number) => ({
  at: { at: hoursFromNow(hours), zone: "America/Los_Angeles" },
  reportedAt: hoursFromNow(hours),
});

/** What a driver reported, on the narrowest phone. */
const reporting = (id: string, reported: Reporting): Section => ({
  id: `sharing/report-${id}`,
  width: 360,
  address: "/share/token",
  render: () => (
    <DriverReporting
      address="/api/share/token"
      reporting={reported}
      display={{ now: NOW, locale: "en-US" }}
    />
  ),
});

const board = (rows: Extract<SharedData, { kind: "board" }>["rows"]): SharedData => ({
  kind: "board",
  rows,
  total: rows.length,
  page: 1,
  pages: rows.length > 0 ? 3 : 1,
});

const panel = (create: Parameters<typeof SharePanel>[0]["create"]) => (
  <SharePanel
    about={{ kind: "container", id: "c-1" }}
    label="Container MSKU 480796 9"
    create={create}
    onClose={() => undefined}
  />
);

const link = (id: string, state: "open" | "expired" | "revoked") => ({
  id,
  label: "Northwind Outdoor, November",
  state,
  about: "Container MSKU 480796 9",
  href: "/containers/c-1",
  view: "customer" as const,
  charges: true,
  reports: false,
  documents: true,
  passcode: id === "1",
  createdBy: "Ana Ruiz",
  createdAt: hoursFromNow(-300),
  expiresAt: hoursFromNow(state === "open" ? 100 : -10),
  views: 12,
  lastSeenAt: state === "open" ? null : hoursFromNow(-20),
});

const WALLBOARD: WallboardData = {
  build: "",
  asOf: hoursFromNow(0),
  counts: COUNTS,
  containers: ROWS.slice(0, 4).map((row) => ({
    id: row.id,
    number: row.number,
    terminal: row.terminal.name,
    deadline: row.deadline,
    ready: row.readiness,
    holds: row.holds.map(({ name }) => name),
    appointment: row.appointment,
    carriers: row.drayCarriers.map(({ name }) => name).join(", "),
    charges: null,
    checkedAt: row.checkedAt,
    onTerminalGround: row.onTerminalGround,
  })),
  zones: ["America/Los_Angeles", "America/New_York"],
  source: { lastSyncAt: hoursFromNow(-0.1), upstreamDownSince: null, waitingSince: null, failing: false },
};

const wallboard = (id: string, initial: WallboardData, light = false): Section => ({
  id: `wallboard/${id}`,
  width: 1280,
  height: 720,
  // Its theme depends on its address alone.
  themes: ["light"],
  address: "/wall/token",
  routes: { "/api/wall-data": { json: initial } },
  render: () => (
    <WallboardView
      initial={initial}
      dataAddress="/api/wall-data"
      label="Dispatch office"
      viewName="Los Angeles"
      light={light}
    />
  ),
});

export const sections: Section[] = [
  wallboard("dark", WALLBOARD),
  wallboard("light", WALLBOARD, true),
  wallboard("old", {
    ...WALLBOARD,
    containers: [],
    source: { ...WALLBOARD.source, upstreamDownSince: hoursFromNow(-3) },
  }),
  page("customer", customerContainer(READY, [], { charges: true })),
  page("customer-held", customerContainer(HELD_CONTAINER, [], { charges: false })),
  page("customer-phone", customerContainer(READY, [], { charges: true }), PHONE),
  {
    id: "sharing/documents",
    render: () => (
      <SharedFrame title="Your container" company={{ name: "Harbor Freight Services", logoVersion: null }}>
        <SharedDocuments
          documents={DOCUMENTS}
          hrefOf={(id) => `/api/my/document?id=${id}`}
          display={DISPLAY}
        />
      </SharedFrame>
    ),
  },
  {
    id: "sharing/company",
    render: () => (
      <CompanyView
        company={{ name: "Harbor Freight Services", logoVersion: null }}
        actions={{ saveName: saved, removeLogo: saved }}
      />
    ),
  },
  page(
    "driver",
    driverContainer(READY, { plan, gates: GATES }, { showsMove: true, now: new Date(NOW) }),
    PHONE,
  ),
  {
    id: "sharing/dispatch-phone",
    width: PHONE,
    render: () => <DispatchContact phone="+1 310 555 0142" />,
  },
  reporting("nothing", { steps: [], ended: false }),
  reporting("undoable", {
    steps: [
      { step: "picked_up", ...reportedAt(-3), photos: 2 },
      { step: "delivered", ...reportedAt(-0.05), photos: 0 },
    ],
    ended: false,
  }),
  reporting("ended", {
    steps: [
      { step: "picked_up", ...reportedAt(-6), photos: 1 },
      { step: "empty_returned", ...reportedAt(-1), photos: 0 },
    ],
    ended: true,
  }),
  {
    ...reporting("refused", { steps: [], ended: false }),
    routes: {
      "/api/share/token/reports": {
        status: 400,
        json: { error: { code: "bad_input", message: "This time is in the future. Enter another." } },
      },
    },
    play: async () => {
      await userEvent.click("Picked up");
      await appears("[role=alert]");
    },
  },
  page(
    "board",
    board([customerRow(READY, { charges: true }), customerRow(HELD_CONTAINER, { charges: true })]),
  ),
  page("board-driver", board([driverRow(READY, plan), driverRow(HELD_CONTAINER, null)]), PHONE),
  page("board-empty", board([])),
  page("shipment", {
    kind: "shipment",
    number: "MAEU123456789",
    line: "Maersk",
    route: ["Shanghai", "Los Angeles"],
    vessel: { name: "Maersk Sydney", voyage: "235W" },
    eta: { at: "2026-11-20T16:00:00Z", zone: "America/Los_Angeles" },
    arrived: null,
    rows: [customerRow(READY, { charges: false })],
  }),
  {
    id: "sharing/ended",
    width: PHONE,
    height: 300,
    render: () => <SharedNotice title="This link has expired">Ask the sender for a new one.</SharedNotice>,
  },
  {
    id: "sharing/passcode-refused",
    width: PHONE,
    height: 360,
    render: () => <PasscodeForm token="t" action={answering({ problem: "Wrong passcode." })} />,
    play: async () => {
      await userEvent.type("Passcode", "1234");
      await userEvent.click("Open");
      await appears("[role=alert]");
    },
  },
  {
    id: "sharing/panel",
    width: 760,
    height: 760,
    render: () => panel(async () => ({ problem: null, fields: {} })),
  },
  {
    id: "sharing/panel-driver",
    width: 760,
    height: 860,
    render: () => panel(async () => ({ problem: null, fields: {} })),
    play: () => {
      document.querySelector<HTMLInputElement>("input[value=driver]")?.click();
      return appears("#share-phone");
    },
  },
  {
    id: "sharing/panel-refused",
    width: 760,
    height: 800,
    render: () => panel(async () => ({ problem: "Too many links.", fields: { label: "Enter a name." } })),
    play: async () => {
      await userEvent.click("Create link");
      await appears("[role=alert]");
    },
  },
  {
    id: "sharing/panel-created",
    width: 760,
    height: 560,
    render: () =>
      panel(async () => ({
        created: {
          address: "https://dashboard.example/share/x7Yw-3kQ2",
          expiresAt: hoursFromNow(168),
          code: { size: 8, path: "M0 0h4v4h-4zM5 5h3v3h-3z" },
        },
      })),
    play: async () => {
      await userEvent.click("Create link");
      await appears("svg path");
    },
  },
  {
    id: "sharing/links",
    render: () => (
      <SharedLinksView
        links={[link("1", "open"), link("2", "expired"), link("3", "revoked")]}
        now={NOW}
        revoke={saved}
      />
    ),
  },
  { id: "sharing/links-none", render: () => <SharedLinksView links={[]} now={NOW} revoke={saved} /> },
];
