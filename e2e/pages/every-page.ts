import { SETTINGS_PAGES, settingsHref } from "@/components/settings/settings-pages";
import { readDashboard } from "@/e2e/system/databases";
import { REPORT_IDS } from "@/lib/features/reports/rules/report-table";

export type DashboardPage = { name: string; path: string };

/** Every page of the dashboard, each with an existing record. */
export async function everyPage(): Promise<DashboardPage[]> {
  const [container] = await readDashboard<{ id: string; shipment: string }>(
    `select id, shipment_id as shipment from containers
     where attributes ->> 'current_status' = 'not_available' and jsonb_array_length(attributes -> 'holds_at_pod_terminal') > 0
     order by id limit 1`,
  );
  if (!container) throw new Error("No container is held.");
  return [
    { name: "board", path: "/board" },
    { name: "day-plan", path: "/plan" },
    { name: "changed", path: "/changed" },
    { name: "follow-ups", path: "/follow-ups" },
    { name: "shipments", path: "/shipments" },
    { name: "shipment", path: `/shipments/${container.shipment}` },
    { name: "container", path: `/containers/${container.id}` },
    { name: "track", path: "/track" },
    { name: "track-list", path: "/track/list" },
    { name: "parties", path: "/parties" },
    { name: "home", path: "/home" },
    { name: "reports", path: "/reports" },
    ...REPORT_IDS.slice(1).map((id) => ({ name: `reports-${id}`, path: `/reports/${id}` })),
    { name: "reports-containers", path: "/reports/freshness/containers?row=terminal%3A%E2%80%94&column=all" },
    { name: "jobs", path: "/jobs" },
    ...SETTINGS_PAGES.map(({ slug }) => ({ name: `settings-${slug}`, path: settingsHref(slug) })),
  ];
}
