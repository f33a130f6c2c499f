import { CreatePartyForm } from "@/components/parties/create-party-form";
import { PartiesTable } from "@/components/parties/parties-table";
import { EditableContact } from "@/components/parties/party-contact";
import { EtaCards } from "@/components/shipments/eta-card";
import { Shipments } from "@/components/shipments/shipments";
import { TrackingCard } from "@/components/shipments/tracking-card";
import { type RequestEntry, RequestList } from "@/components/tracking-requests/request-list";
import { TrackForm } from "@/components/tracking-requests/track-form";
import { UsageCard } from "@/components/tracking-requests/usage-card";
import { answering, hoursFromNow, PARTIES, ROWS, saved } from "@/e2e/gallery/support/data";
import { NOW } from "@/e2e/gallery/support/fixed-time";
import { PHONE, type Section } from "@/e2e/gallery/support/section";
import { appears, userEvent } from "@/e2e/gallery/support/user";
import type { ShipmentAttributes } from "@/lib/contract/shipment";
import type { TrackingRequestAttributes } from "@/lib/contract/tracking-request";
import type { PartyContact } from "@/lib/features/parties/rules";
import { shipmentRow } from "@/lib/features/shipments/rules/shipment-row";

const SHIPMENT: ShipmentAttributes = {
  bill_of_lading_number: "MAEU123456789",
  shipping_line_scac: "MAEU",
  shipping_line_name: "Maersk",
  port_of_lading_name: "Shanghai",
  port_of_discharge_locode: "USLAX",
  port_of_discharge_name: "Los Angeles",
  pod_timezone: "America/Los_Angeles",
  pod_vessel_name: "Maersk Sydney",
  pod_voyage_number: "235W",
  pod_original_eta_at: "2026-11-16T16:00:00Z",
  pod_eta_at: "2026-11-20T16:00:00Z",
  created_at: hoursFromNow(-400),
  customer_name: "Northwind Outdoor",
  ref_numbers: ["PO-88120"],
  tags: ["hot"],
  line_tracking_last_attempted_at: hoursFromNow(-1),
  line_tracking_last_succeeded_at: hoursFromNow(-1),
};
const STOPPED: ShipmentAttributes = {
  ...SHIPMENT,
  bill_of_lading_number: "HLCUSHA2611ABCD7",
  shipping_line_scac: "HLCU",
  shipping_line_name: null,
  line_tracking_stopped_at: hoursFromNow(-60),
  line_tracking_stopped_reason: "past_full_out_window",
};

const CONTACT: PartyContact = {
  dispatchOffice: "Night office",
  phone: "+1 310 555 0100",
  email: "dispatch@harbordray.example",
  note: "Calls before 6 AM only.",
  version: 1,
};
const PARTY_ACTIONS = { rename: saved, archive: saved, restore: saved, saveContact: saved };

const rowOf = (
  id: string,
  attributes: ShipmentAttributes,
  containers: typeof ROWS,
  deletedUpstreamAt: string | null = null,
) => shipmentRow({ id, attributes, deletedUpstreamAt }, containers, new Date(NOW));

const PAGE = {
  rows: [
    rowOf("s-1", SHIPMENT, ROWS.slice(0, 4)),
    rowOf("s-2", STOPPED, ROWS.slice(5, 6)),
    rowOf("s-3", { normalized_number: "OOLU2718281828" }, []),
    rowOf("s-4", { ...SHIPMENT, bill_of_lading_number: "MAEU987654321" }, ROWS.slice(4, 5), hoursFromNow(-9)),
  ],
  total: 4,
  all: 4,
  asOf: hoursFromNow(0),
};
const NO_ROWS = { rows: [], total: 0, all: 4, asOf: hoursFromNow(0) };
const routes = {
  "/api/shipments": { json: PAGE },
  "/api/shipments/facets": { json: { lines: [], ports: [], statuses: [] } },
};

const request = (
  id: string,
  status: string,
  attributes: Partial<TrackingRequestAttributes> = {},
  rest: Partial<RequestEntry> = {},
): RequestEntry => ({
  id,
  attributes: {
    request_number: `MAEU00000000${id}`,
    request_type: "bill_of_lading",
    scac: "MAEU",
    status,
    created_at: hoursFromNow(-26),
    ...attributes,
  },
  shipmentId: null,
  requestedAgain: false,
  containers: [],
  deletedUpstreamAt: null,
  fields: [],
  ...rest,
});

const REQUESTS = [
  request("1", "pending"),
  request("2", "pending", { is_retrying: true, retry_count: 3, ref_numbers: ["PO-88120"] }),
  request("3", "awaiting_manifest"),
  request(
    "4",
    "succeeded",
    {},
    { shipmentId: "s-1", containers: ROWS.map(({ id, number }) => ({ id, number })) },
  ),
  request("5", "failed", {
    failed_reason: "not_found",
    request_number: "MSKU4807969",
    request_type: "container",
  }),
  request("6", "failed", { failed_reason: "duplicate" }),
  request("7", "failed", { failed_reason: "scac_auto_detect_failed", scac: null }),
  request("8", "failed", { failed_reason: "shipping_line_unreachable" }, { requestedAgain: true }),
  request("9", "tracking_stopped", {}, { deletedUpstreamAt: hoursFromNow(-30) }),
];
const REQUEST_COUNTS = { any: 9, failed: 3, awaiting_manifest: 1, pending: 2, tracking: 1 };
const NO_REQUESTS = { any: 0, failed: 0, awaiting_manifest: 0, pending: 0, tracking: 0 };
const fieldActions = { set: saved, clear: saved };

const requests = (
  entries: RequestEntry[],
  counts: typeof REQUEST_COUNTS,
  filter: Parameters<typeof RequestList>[0]["filter"] = { number: "", list: "any", page: 1 },
) => (
  <RequestList
    requests={entries}
    counts={counts}
    filter={filter}
    pageSize={50}
    now={NOW}
    askAgain={answering({ problem: "The service rejected it: “number not found”." })}
    fieldActions={fieldActions}
  />
);

const trackForm = (beginning = { number: "", type: "", scac: "" }, action = saved) => (
  <TrackForm beginning={beginning} parties={PARTIES} action={action} />
);
const reading = (answer: object) => ({
  "/api/track/number": { json: { reading: null, reason: null, known: null, ...answer } },
});
const MAERSK = { scac: "MAEU", name: "Maersk" };

const usage = {
  containers: 1_204,
  shipments: 411,
  waiting: 3,
  refused: null,
  takenSince: false,
  requested: 4,
  requestLimit: 100,
};

export const sections: Section[] = [
  {
    id: "shipments/list",
    width: 1280,
    height: 620,
    address: "/shipments",
    routes,
    render: () => <Shipments start={PAGE} />,
  },
  {
    id: "shipments/cards",
    width: PHONE,
    height: 820,
    address: "/shipments",
    routes,
    render: () => <Shipments start={PAGE} />,
  },
  {
    id: "shipments/empty",
    width: 1280,
    height: 600,
    address: "/shipments",
    routes,
    render: () => <Shipments start={NO_ROWS} />,
  },
  {
    id: "shipments/empty-search",
    width: 1280,
    height: 600,
    address: "/shipments?number=NOSUCH",
    routes,
    render: () => <Shipments start={NO_ROWS} />,
  },
  {
    id: "shipments/stale",
    width: 1280,
    height: 620,
    address: "/shipments",
    routes: {
      ...routes,
      "/api/shipments": { json: { error: { message: "The database is not responding." } }, status: 503 },
    },
    render: () => <Shipments start={{ ...PAGE, asOf: hoursFromNow(-2) }} />,
    play: () => appears("[role=alert]"),
  },
  {
    id: "shipments/eta",
    width: 760,
    render: () => (
      <div className="flex flex-col gap-3">
        <EtaCards
          attributes={SHIPMENT}
          changes={[
            {
              field: "pod_eta_at",
              before: "2026-11-16T16:00:00Z",
              after: "2026-11-18T16:00:00Z",
              asOf: hoursFromNow(-200),
              event: null,
            },
            {
              field: "pod_eta_at",
              before: "2026-11-18T16:00:00Z",
              after: "2026-11-20T16:00:00Z",
              asOf: hoursFromNow(-90),
              event: null,
            },
          ]}
          now={NOW}
        />
        <EtaCards attributes={{}} changes={[]} now={NOW} />
      </div>
    ),
    play: () => appears(".recharts-surface"),
  },
  {
    id: "shipments/tracking",
    width: 420,
    render: () => (
      <div className="flex flex-col gap-3">
        {[SHIPMENT, STOPPED, { ...STOPPED, line_tracking_stopped_reason: "cancelled_by_user" }, {}].map(
          (attributes, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the states do not change
            <TrackingCard key={index} id="s-1" attributes={attributes} count={4} now={NOW} action={saved} />
          ),
        )}
      </div>
    ),
  },
  {
    id: "shipments/tracking-confirm",
    width: 420,
    render: () => (
      <TrackingCard
        id="s-1"
        attributes={SHIPMENT}
        count={4}
        now={NOW}
        action={answering({ problem: "The tracking service is not responding. Nothing was changed." })}
      />
    ),
    play: async () => {
      await userEvent.click("Stop tracking");
      await userEvent.click("Stop tracking");
    },
  },
  { id: "track/requests", address: "/track", render: () => requests(REQUESTS, REQUEST_COUNTS) },
  {
    id: "track/requests-viewer",
    address: "/track",
    role: "viewer",
    render: () => requests(REQUESTS.slice(4, 7), REQUEST_COUNTS),
  },
  {
    id: "track/requests-phone",
    width: PHONE,
    address: "/track",
    render: () => requests(REQUESTS.slice(0, 6), REQUEST_COUNTS),
  },
  { id: "track/requests-none", address: "/track", render: () => requests([], NO_REQUESTS) },
  {
    id: "track/requests-no-match",
    address: "/track?q=NOSUCH",
    render: () => requests([], NO_REQUESTS, { number: "NOSUCH", list: "any", page: 1 }),
  },
  { id: "track/form", width: 400, render: () => trackForm() },
  {
    id: "track/form-check-digit",
    width: 400,
    render: () => trackForm({ number: "MSKU4807968", type: "container", scac: "" }),
  },
  {
    id: "track/form-line-found",
    width: 400,
    routes: reading({ reading: { type: "bill_of_lading", problem: null, line: MAERSK, candidates: [] } }),
    render: () => trackForm({ number: "MAEU123456789", type: "", scac: "" }),
    play: () => appears('[data-number-said] p:not([class*="ink-3"])'),
  },
  {
    id: "track/form-lines",
    width: 400,
    routes: reading({
      reading: {
        type: "booking_number",
        problem: null,
        line: null,
        candidates: [MAERSK, { scac: "HLCU", name: "Hapag-Lloyd" }],
      },
      known: { key: "261188120", state: "tracking", shipmentId: "s-1", containerId: null },
    }),
    render: () => trackForm({ number: "261188120", type: "", scac: "" }),
    play: () => appears("[data-number-said] button"),
  },
  {
    id: "track/form-no-service",
    width: 400,
    routes: reading({ reason: "the tracking service is not responding." }),
    render: () => trackForm({ number: "261188121", type: "", scac: "" }),
    play: () => appears("[data-number-said][aria-busy=false] p"),
  },
  {
    id: "track/form-refused",
    width: 400,
    render: () =>
      trackForm(
        { number: "", type: "", scac: "" },
        answering({
          problem: "The tracking service rejected it.",
          fields: { number: "Enter a number.", scac: "Unknown line." },
        }),
      ),
    play: async () => {
      await userEvent.type("Number", "X");
      await userEvent.click("Track");
      await appears("[role=alert]");
    },
  },
  {
    id: "track/usage",
    width: 400,
    render: () => (
      <div className="flex flex-col gap-3">
        <UsageCard usage={usage} />
        <UsageCard
          usage={{
            ...usage,
            containers: 10,
            refused: { text: "Your plan allows up to 10 active containers.", at: hoursFromNow(-2) },
            requestLimit: null,
          }}
        />
      </div>
    ),
  },
  {
    id: "parties/list",
    render: () => (
      <PartiesTable
        parties={PARTIES.map((party, index) => ({
          ...party,
          nickname: index === 1 ? "LBCT" : null,
          loads:
            index === 2
              ? []
              : [
                  {
                    role: "pickup_dray_carrier",
                    containers: index === 0 ? 4 : 0,
                    own: 4,
                    named: false,
                    urgent: index === 0 ? (ROWS[0] ?? null) : null,
                    shipments: 2,
                  },
                ],
          deletedUpstreamAt: index === 1 ? hoursFromNow(-40) : null,
          archivedAt: null,
          mergedInto: null,
          contact: index === 0 ? CONTACT : undefined,
        }))}
        now={NOW}
        actions={PARTY_ACTIONS}
      />
    ),
  },
  {
    id: "parties/archived",
    render: () => (
      <PartiesTable
        parties={PARTIES.slice(0, 2).map((party, index) => ({
          ...party,
          nickname: null,
          loads: [],
          deletedUpstreamAt: null,
          archivedAt: index === 1 ? hoursFromNow(-40) : null,
          mergedInto: index === 1 ? "p-1" : null,
        }))}
        now={NOW}
        actions={PARTY_ACTIONS}
      />
    ),
    play: () => userEvent.click("Show archived (1)"),
  },
  {
    id: "parties/contact-form",
    width: 480,
    render: () => <EditableContact id="p-1" name="Harbor Dray" contact={CONTACT} action={saved} />,
    play: () => userEvent.click("Contact of Harbor Dray"),
  },
  {
    id: "parties/no-match",
    render: () => <PartiesTable parties={[]} now={NOW} actions={PARTY_ACTIONS} />,
    play: () => userEvent.type("Search parties by name", "nobody"),
  },
  {
    id: "parties/create-refused",
    width: 400,
    render: () => (
      <CreatePartyForm action={answering({ fields: { companyName: "A party has this name already." } })} />
    ),
    play: async () => {
      await userEvent.type("Company name", "Harbor Dray");
      await userEvent.click("Create party");
      await appears("[role=alert]");
    },
  },
];
