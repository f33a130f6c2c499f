import { SETTINGS_PAGES, settingsHref } from "@/components/settings/settings-pages";
import { readDesk } from "@/e2e/system/databases";
import { REPORT_IDS } from "@/lib/features/reports/rules/report-table";

export type DeskPage = { name: string; path: string };

/** Every page of the desk, each with a record that is there. */
export async function everyPage(): Promise<DeskPage[]> {
  const [box] = await readDesk<{ id: string; shipment: string }>(
    `select id, shipment_id as shipment from containers
     where attributes ->> 'current_status' = 'not_available' and jsonb_array_length(attributes -> 'holds_at_pod_terminal') > 0
     order by id limit 1`,
  );
  if (!box) throw new Error("No box is held.");
  return [
    { name: "board", path: "/board" },
    { name: "shipments", path: "/shipments" },
    { name: "shipment", path: `/shipments/${box.shipment}` },
    { name: "container", path: `/containers/${box.id}` },
    { name: "track", path: "/track" },
    { name: "track-list", path: "/track/list" },
    { name: "parties", path: "/parties" },
    { name: "home", path: "/home" },
    { name: "reports", path: "/reports" },
    ...REPORT_IDS.slice(1).map((id) => ({ name: `reports-${id}`, path: `/reports/${id}` })),
    { name: "reports-boxes", path: "/reports/freshness/boxes?row=terminal%3A%E2%80%94&column=all" },
    { name: "jobs", path: "/jobs" },
    ...SETTINGS_PAGES.map(({ slug }) => ({ name: `settings-${slug}`, path: settingsHref(slug) })),
  ];
}
