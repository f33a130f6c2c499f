import type { JourneyPlan } from "@/tracking-service/sources/simulation/plan/plan";
import type { Region } from "@/tracking-service/sources/simulation/world/ports";
import type { MeasuredAccount } from "./account";
import { type Figure, none, some } from "./figure";

/** The railroads with tracks to the ports of a region. */
const RAILROADS: Partial<Record<Region, readonly string[]>> = {
  "us-west": ["BNSF", "UP"],
  "us-east": ["NS", "CSXT"],
  "canada-west": ["CN", "CPRS"],
  "canada-east": ["CN", "CPRS"],
};

const ATLANTIC: readonly Region[] = ["us-east", "canada-east"];

const isWestern = (rail: string) => rail === "BNSF" || rail === "UP";

/** Containers that go inland by rail, by the coast of their port. */
export function railFigures({ plans }: MeasuredAccount): Figure[] {
  const inland = plans.flatMap(({ voyage: { inland: place, pod } }: JourneyPlan) =>
    place ? [{ rail: place.ramp.rail, region: pod.region }] : [],
  );
  const atlantic = inland.filter(({ region }) => ATLANTIC.includes(region));
  return [
    some("containers by rail from Atlantic ports", atlantic.length),
    none("western railroads at Atlantic ports", atlantic.filter(({ rail }) => isWestern(rail)).length),
    none(
      "railroads without tracks to the port",
      inland.filter(({ rail, region }) => !RAILROADS[region]?.includes(rail)).length,
    ),
  ];
}
