import { iso } from "@/tracking-service/clock/instant";
import type { Milestone } from "@/tracking-service/facts/attributes";
import {
  metroAreaId,
  portId,
  rampId,
  terminalId,
  vesselId,
} from "@/tracking-service/sources/simulation/world/catalog";
import type { Port } from "@/tracking-service/sources/simulation/world/ports";
import type { Vessel } from "@/tracking-service/sources/simulation/world/vessels";
import { dischargeTerminal, type JourneyPlan, type VoyagePlan } from "./plan";

type Aboard = { vessel: Vessel; voyage: string };

function atPort(
  event: string,
  at: number,
  port: Port,
  aboard: Aboard | null,
  terminalKey: string | null,
): Milestone {
  return {
    event,
    at: iso(at),
    timezone: port.zone,
    locode: port.code,
    location: { type: "port", id: portId(port.code) },
    terminal: terminalKey === null ? null : { type: "terminal", id: terminalId(terminalKey) },
    vessel: aboard ? { type: "vessel", id: vesselId(aboard.vessel.imo) } : null,
    voyage: aboard?.voyage ?? null,
    dataSource: terminalKey === null || aboard ? "shipping_line" : "terminal",
  };
}

function inland(event: string, at: number, voyage: VoyagePlan): Milestone[] {
  if (!voyage.inland) return [];
  const { metro, ramp } = voyage.inland;
  return [
    {
      event,
      at: iso(at),
      timezone: metro.zone,
      locode: metro.code,
      location: { type: "metro_area", id: metroAreaId(metro.code) },
      terminal: { type: "rail_terminal", id: rampId(ramp.key) },
      vessel: null,
      voyage: null,
      dataSource: event.includes("rail_") ? "rail" : "shipping_line",
    },
  ];
}

type Hub = NonNullable<VoyagePlan["hub"]>;

/** Milestones in the hub: discharge from one vessel and loading onto the other. */
function changeMilestones(hub: Hub, first: Aboard, main: Aboard): Milestone[] {
  const stay = hub.departAt - hub.arriveAt;
  const off = hub.feeder ? "feeder" : "transshipment";
  const on = hub.feederReported ? "vessel" : "transshipment";
  return [
    atPort(`${off}_arrived`, hub.arriveAt, hub.port, first, null),
    atPort(`${off}_discharged`, hub.arriveAt + stay * 0.2, hub.port, first, null),
    atPort(`${on}_loaded`, hub.arriveAt + stay * 0.85, hub.port, main, null),
    atPort(`${on}_departed`, hub.departAt, hub.port, main, null),
  ];
}

function seaMilestones({ voyage, container }: JourneyPlan): Milestone[] {
  const { pol, pod, hub } = voyage;
  const { key } = dischargeTerminal(voyage);
  const main: Aboard = { vessel: voyage.vessel, voyage: voyage.voyageNumber };
  const first: Aboard = hub ? { vessel: hub.firstVessel, voyage: hub.firstVoyage } : main;
  const from = hub?.feederReported ? "feeder" : "vessel";
  return [
    atPort("empty_out", container.emptyOutAt, pol, null, null),
    atPort("full_in", container.fullInAt, pol, null, null),
    atPort(`${from}_loaded`, container.loadedAt, pol, first, null),
    atPort(`${from}_departed`, voyage.departedAt, pol, first, null),
    ...(hub ? changeMilestones(hub, first, main) : []),
    atPort("vessel_arrived", voyage.arrivedAt, pod, main, key),
    ...(container.berthedAt === null ? [] : [atPort("vessel_berthed", container.berthedAt, pod, main, key)]),
    atPort("vessel_discharged", container.dischargedAt, pod, main, key),
  ];
}

function landMilestones({ voyage, container }: JourneyPlan): Milestone[] {
  const { pod } = voyage;
  const terminal = dischargeTerminal(voyage);
  const { rail } = container;
  if (!rail) {
    const gate = container.offDock ? container.offDock.yard.key : terminal.key;
    return [
      atPort("full_out", container.outAt, pod, null, gate),
      ...(container.deliveredAt === null
        ? []
        : [atPort("delivered", container.deliveredAt, pod, null, null)]),
      atPort("empty_in", container.returnedAt, pod, null, null),
    ];
  }
  return [
    atPort("rail_loaded", rail.loadedAt, pod, null, terminal.key),
    atPort("rail_departed", rail.departedAt, pod, null, terminal.key),
    ...inland("rail_arrived", rail.arrivedAt, voyage),
    ...inland("arrived_at_inland_destination", rail.arrivedAt, voyage),
    ...inland("rail_unloaded", rail.unloadedAt, voyage),
    ...inland("full_out", container.outAt, voyage),
    ...(container.deliveredAt === null ? [] : inland("delivered", container.deliveredAt, voyage)),
    ...inland("empty_in", container.returnedAt, voyage),
  ];
}

/** All milestones of a planned journey in order of time, except `available`, which is derived from the facts. */
export function listMilestones(plan: JourneyPlan): Milestone[] {
  return [...seaMilestones(plan), ...landMilestones(plan)].sort((a, b) => a.at.localeCompare(b.at));
}

/** When a container that is available for pickup became available. */
export function freed({ voyage, container }: JourneyPlan, now: number): Milestone[] {
  const stay = container.rail?.stay ?? container.stay;
  const freedAt = Math.max(
    stay.availableFrom ?? stay.from,
    stay.from,
    ...stay.holds.map(({ until }) => (until <= now ? until : 0)),
  );
  if (container.rail) return inland("available", freedAt, voyage);
  return [atPort("available", freedAt, voyage.pod, null, dischargeTerminal(voyage).key)];
}
