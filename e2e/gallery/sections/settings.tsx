import { SystemView } from "@/components/system/system-view";
import { PHONE, type Section, WIDE } from "@/e2e/gallery/support/section";
import { SYSTEM, SYSTEM_WITH_PROBLEMS } from "@/e2e/gallery/support/system";
import type { SystemData } from "@/lib/features/system/rules";

const system = (id: string, data: SystemData, width: number): Section => ({
  id: `settings/${id}`,
  width,
  address: "/settings/system",
  routes: { "/api/settings/system": { json: data } },
  render: () => <SystemView initial={data} />,
});

export const sections: Section[] = [
  system("system", SYSTEM, WIDE),
  system("system-problems", SYSTEM_WITH_PROBLEMS, WIDE),
  system("system-phone", SYSTEM_WITH_PROBLEMS, PHONE),
];
