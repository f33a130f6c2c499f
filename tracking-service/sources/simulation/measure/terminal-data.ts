import type { Fee, Hold } from "@/lib/contract/container";
import type { JourneyFacts } from "@/tracking-service/facts/attributes";
import { TMF_PORTS } from "@/tracking-service/sources/simulation/plan/hold-plan";
import type { JourneyPlan } from "@/tracking-service/sources/simulation/plan/plan";
import type { MeasuredAccount } from "./account";
import { type Figure, none, some } from "./figure";

const holdsOf = ({ container }: JourneyFacts): Hold[] => container.holds_at_pod_terminal ?? [];

const feesOf = ({ container }: JourneyFacts): Fee[] => container.fees_at_pod_terminal ?? [];

const isCanadian = ({ shipment }: JourneyFacts) =>
  shipment.port_of_discharge_locode?.startsWith("CA") ?? false;

const hasHold = (name: string) => (facts: JourneyFacts) => holdsOf(facts).some((hold) => hold.name === name);

const describes = (text: RegExp) => (facts: JourneyFacts) =>
  holdsOf(facts).some(({ description }) => text.test(description ?? ""));

const isTotal = ({ type }: Fee) => type === "total";

const totalAlone = (facts: JourneyFacts) => feesOf(facts).length > 0 && feesOf(facts).every(isTotal);

const wrongTotal = (facts: JourneyFacts) => {
  const total = feesOf(facts).find(isTotal);
  const sum = feesOf(facts).reduce((amount, fee) => amount + (isTotal(fee) ? 0 : Number(fee.amount)), 0);
  return total !== undefined && total.amount !== sum;
};

/** Not available although the terminal names neither a hold nor an announced one. */
const unexplained = (facts: JourneyFacts) =>
  facts.container.current_status === "not_available" && holdsOf(facts).length === 0;

const unpaidWithoutDemurrage = (facts: JourneyFacts) =>
  describes(/demurrage unpaid/i)(facts) &&
  !feesOf(facts).some(({ type, amount }) => type === "demurrage" && Number(amount) > 0);

/** Few containers are in Canada at any time, so that those of their whole stays are counted. */
const getsCfiaHold = ({ voyage, container }: JourneyPlan) =>
  voyage.pod.country === "CA" && container.stay.holds.some(({ hold }) => /CFIA/.test(hold.description ?? ""));

/** Few containers are on hold at a ramp at any time, so that those of their whole stays are counted. */
const getsRampHold = ({ container }: JourneyPlan) => (container.rail?.stay.holds.length ?? 0) > 0;

/** Unloaded from rail and not picked up. */
const atRamp = ({ container }: JourneyFacts) =>
  container.ind_rail_unloaded_at !== null && container.final_destination_full_out_at === null;

const usesFacilityAttributes = ({ container }: JourneyFacts) =>
  container.ind_facility_holds !== null || container.ind_facility_fees !== null;

/** Holds and fees at the account's start. */
export function terminalDataFigures({ facts, plans }: MeasuredAccount): Figure[] {
  const count = (...conditions: ((facts: JourneyFacts) => boolean)[]) =>
    facts.filter((each) => conditions.every((condition) => condition(each))).length;
  const atFeePort = ({ shipment }: JourneyFacts) =>
    TMF_PORTS.includes(shipment.port_of_discharge_locode ?? "");
  return [
    some("TMF holds at Los Angeles and Long Beach", count(hasHold("TMF"), atFeePort)),
    none(
      "TMF holds elsewhere",
      count(hasHold("TMF"), (each) => !atFeePort(each)),
    ),
    some(
      "USDA holds at ports of the United States",
      count(hasHold("USDA"), (each) => !isCanadian(each)),
    ),
    none("USDA holds at Canadian ports", count(hasHold("USDA"), isCanadian)),
    some(
      "containers with a CFIA hold during their stay at a Canadian port",
      plans.filter(getsCfiaHold).length,
    ),
    none(
      "CFIA holds elsewhere",
      count(describes(/CFIA/), (each) => !isCanadian(each)),
    ),
    none("holds for unpaid demurrage without demurrage", count(unpaidWithoutDemurrage)),
    none("containers with the fee total alone", count(totalAlone)),
    none("containers whose total is not the sum of their fees", count(wrongTotal)),
    none("containers not available without a reason", count(unexplained)),
    some("containers with a hold during their stay at a rail ramp", plans.filter(getsRampHold).length),
    some(
      "containers at a rail ramp with its spot",
      count(atRamp, ({ container }) => /^Track /.test(container.location_at_pod_terminal ?? "")),
    ),
    none(
      "containers with holds or fees in attributes that the live service has not",
      count(usesFacilityAttributes),
    ),
  ];
}

/** How many holds of each name are active at each port of discharge, most first. */
export function holdsByPort({ facts }: MeasuredAccount): Map<string, Map<string, number>> {
  const ports = new Map<string, Map<string, number>>();
  for (const each of facts) {
    const port = each.shipment.port_of_discharge_locode ?? "none";
    const names = ports.get(port) ?? new Map<string, number>();
    for (const { name } of holdsOf(each)) names.set(name, (names.get(name) ?? 0) + 1);
    ports.set(port, names);
  }
  return ports;
}
