import { PlanView } from "@/components/moves/day-plan/plan-view";
import { PrintPlan } from "@/components/moves/day-plan/print-plan";
import { hoursFromNow } from "@/e2e/gallery/support/data";
import { DAY_PLAN, EMPTY_PLAN, PLAN_DAY } from "@/e2e/gallery/support/day-plan";
import { NOW } from "@/e2e/gallery/support/fixed-time";
import { PHONE, type Section } from "@/e2e/gallery/support/section";
import { userEvent } from "@/e2e/gallery/support/user";
import type { PlanQuery } from "@/lib/features/moves/rules/plan-address";

const DESKTOP = 1440;
const query = (change: Partial<PlanQuery> = {}): PlanQuery => ({
  day: PLAN_DAY,
  group: "carrier",
  terminal: "",
  carrier: "",
  lane: null,
  ...change,
});

const NO_COMPANY = { name: "", logoVersion: null };

const view = (plan = DAY_PLAN, change: Partial<PlanQuery> = {}) => (
  <PlanView plan={plan} query={query(change)} problems={[]} readAt={hoursFromNow(0)} now={NOW} />
);

export const sections: Section[] = [
  { id: "day-plan/carriers", width: DESKTOP, render: () => view() },
  { id: "day-plan/terminals", width: DESKTOP, render: () => view(DAY_PLAN, { group: "terminal" }) },
  { id: "day-plan/drivers", width: 1024, render: () => view(DAY_PLAN, { group: "driver" }) },
  { id: "day-plan/phone", width: PHONE, render: () => view() },
  { id: "day-plan/viewer", width: DESKTOP, role: "viewer", render: () => view() },
  { id: "day-plan/empty", width: DESKTOP, render: () => view(EMPTY_PLAN) },
  {
    id: "day-plan/bad-link",
    width: DESKTOP,
    render: () => (
      <PlanView
        plan={EMPTY_PLAN}
        query={query()}
        problems={[{ place: "day", value: "nonsense", text: "expected a date such as 2026-11-27" }]}
        readAt={hoursFromNow(0)}
        now={NOW}
      />
    ),
  },
  {
    id: "day-plan/moving",
    width: DESKTOP,
    render: () => view(),
    play: () => userEvent.click("Move MSKU 000001 1, pickup"),
  },
  {
    id: "day-plan/form",
    width: DESKTOP,
    height: 900,
    render: () => view(),
    play: () => userEvent.click("Plan MSKU 000001 1, pickup"),
  },
  {
    id: "day-plan/form-phone",
    width: PHONE,
    height: 740,
    render: () => view(),
    play: () => userEvent.click("Plan MSKU 000001 1, pickup"),
  },
  {
    id: "day-plan/print",
    width: DESKTOP,
    render: () => (
      <PrintPlan plan={DAY_PLAN} query={query()} problems={[]} locale="en-US" company={NO_COMPANY} />
    ),
  },
  {
    id: "day-plan/print-none",
    width: DESKTOP,
    render: () => (
      <PrintPlan plan={EMPTY_PLAN} query={query()} problems={[]} locale="en-US" company={NO_COMPANY} />
    ),
  },
];
