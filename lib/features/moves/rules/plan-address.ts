import { isDay } from "@/lib/domain/time/zoned-time";
import { type AddressProblem, beginAddress, readText } from "@/lib/platform/text/query-params";
import { PLAN_GROUPS, type PlanGroup } from "./day-plan";

/** What the day plan shows, as its address has it. "" for a filter that is not set. */
export type PlanQuery = {
  /** "2026-11-27". Null: today. */
  day: string | null;
  group: PlanGroup;
  /** The name of a terminal. */
  terminal: string;
  /** The id of a dray carrier. */
  carrier: string;
  /** The lane that is printed alone, by its key. Null: all lanes. */
  lane: string | null;
};

const PARAMETERS = ["day", "group", "terminal", "carrier", "lane"] as const;
const MAX_VALUE = 300;
/** The days that can be planned: those of this century's calendars. */
const isPlanDay = (text: string): boolean => text.startsWith("20") && isDay(text);

/** Reads the address of the day plan. Invalid parts are left out and listed in `problems`. */
export function readPlanAddress(params: URLSearchParams): {
  query: PlanQuery;
  problems: AddressProblem[];
} {
  const known: ReadonlySet<string> = new Set(PARAMETERS);
  const { problems, report } = beginAddress(params, { known, also: [], list: "the day plan" });
  const text = (name: (typeof PARAMETERS)[number]) => readText(name, params.get(name), MAX_VALUE, report);
  const [day, group] = [text("day"), text("group")];
  const chosen = PLAN_GROUPS.find((each) => each === group);
  if (day !== "" && !isPlanDay(day)) report("day", day, "expected a date such as 2026-11-27");
  if (group !== "" && !chosen) report("group", group, `expected ${PLAN_GROUPS.join(", ")}`);
  return {
    query: {
      day: isPlanDay(day) ? day : null,
      group: chosen ?? "carrier",
      terminal: text("terminal"),
      carrier: text("carrier"),
      lane: params.has("lane") ? text("lane") : null,
    },
    problems,
  };
}

/** The address of the day plan, or of its print view. */
export function planHref({ day, group, terminal, carrier, lane }: PlanQuery, path = "/plan"): string {
  const params = new URLSearchParams();
  if (day !== null) params.set("day", day);
  if (group !== "carrier") params.set("group", group);
  if (terminal !== "") params.set("terminal", terminal);
  if (carrier !== "") params.set("carrier", carrier);
  if (lane !== null) params.set("lane", lane);
  const text = params.toString();
  return text === "" ? path : `${path}?${text}`;
}
