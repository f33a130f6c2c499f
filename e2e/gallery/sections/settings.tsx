import { RetentionView } from "@/components/retention/retention-view";
import { SystemView } from "@/components/system/system-view";
import { DELETED, NOTHING_DELETED, PREVIEW, TABLES } from "@/e2e/gallery/support/retention";
import { PHONE, type Section, WIDE } from "@/e2e/gallery/support/section";
import { SYSTEM, SYSTEM_WITH_PROBLEMS } from "@/e2e/gallery/support/system";
import type { Retention, RetentionState } from "@/lib/features/retention/rules";
import type { SystemData } from "@/lib/features/system/rules";

const system = (id: string, data: SystemData, width: number): Section => ({
  id: `settings/${id}`,
  width,
  address: "/settings/system",
  routes: { "/api/settings/system": { json: data } },
  render: () => <SystemView initial={data} />,
});

const data = (id: string, retention: Retention, state: RetentionState, width: number): Section => ({
  id: `settings/${id}`,
  width,
  address: "/settings/data",
  render: () => (
    <RetentionView
      retention={retention}
      state={state}
      tables={TABLES}
      actions={{ preview: async () => ({ preview: PREVIEW }), save: async () => ({ saved: true }) }}
    />
  ),
});

const KEEPS_ALL: Retention = { containerDays: null, jobDays: null };
const KEEPS_A_YEAR: Retention = { containerDays: 365, jobDays: 90 };

export const sections: Section[] = [
  data("data", KEEPS_ALL, NOTHING_DELETED, WIDE),
  data("data-deleting", KEEPS_A_YEAR, DELETED, WIDE),
  data("data-phone", KEEPS_A_YEAR, DELETED, PHONE),
  system("system", SYSTEM, WIDE),
  system("system-problems", SYSTEM_WITH_PROBLEMS, WIDE),
  system("system-phone", SYSTEM_WITH_PROBLEMS, PHONE),
];
