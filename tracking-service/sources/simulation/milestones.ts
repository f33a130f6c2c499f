import type { Milestone } from "@/tracking-service/facts/facts";
import { iso } from "@/tracking-service/instant";
import type { JourneyPlan, VoyagePlan } from "./plan";
import { metroAreaId, portId, rampId, terminalId, vesselId } from "./world/catalogue";
import type { Port } from "./world/ports";
import type { Vessel } from "./world/vessels";

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
      dataSource: "shipping_line",
    },
  ];
}

function seaMilestones({ voyage, box }: JourneyPlan): Milestone[] {
  const { pol, pod, hub, terminal } = voyage;
  const main: Aboard = { vessel: voyage.vessel, voyage: voyage.voyageNumber };
  const first: Aboard = hub ? { vessel: hub.firstVessel, voyage: hub.firstVoyage } : main;
  const changing = hub
    ? [
        atPort(hub.feeder ? "feeder_arrived" : "transshipment_arrived", hub.arriveAt, hub.port, first, null),
        atPort(
          hub.feeder ? "feeder_discharged" : "transshipment_discharged",
          hub.arriveAt + (hub.departAt - hub.arriveAt) * 0.2,
          hub.port,
          first,
          null,
        ),
        atPort(
          "transshipment_loaded",
          hub.arriveAt + (hub.departAt - hub.arriveAt) * 0.85,
          hub.port,
          main,
          null,
        ),
        atPort("transshipment_departed", hub.departAt, hub.port, main, null),
      ]
    : [];
  return [
    atPort("empty_out", box.emptyOutAt, pol, null, null),
    atPort("full_in", box.fullInAt, pol, null, null),
    atPort("vessel_loaded", box.loadedAt, pol, first, null),
    atPort("vessel_departed", voyage.departedAt, pol, first, null),
    ...changing,
    atPort("vessel_arrived", voyage.arrivedAt, pod, main, terminal.key),
    ...(box.berthedAt === null ? [] : [atPort("vessel_berthed", box.berthedAt, pod, main, terminal.key)]),
    atPort("vessel_discharged", box.dischargedAt, pod, main, terminal.key),
  ];
}

function landMilestones({ voyage, box }: JourneyPlan): Milestone[] {
  const { pod, terminal } = voyage;
  const { rail } = box;
  if (!rail) {
    const gate = box.offDock ? box.offDock.yard.key : terminal.key;
    return [
      atPort("full_out", box.outAt, pod, null, gate),
      ...(box.deliveredAt === null ? [] : [atPort("delivered", box.deliveredAt, pod, null, null)]),
      atPort("empty_in", box.returnedAt, pod, null, null),
    ];
  }
  return [
    atPort("rail_loaded", rail.loadedAt, pod, null, terminal.key),
    atPort("rail_departed", rail.departedAt, pod, null, terminal.key),
    ...inland("rail_arrived", rail.arrivedAt, voyage),
    ...inland("arrived_at_inland_destination", rail.arrivedAt, voyage),
    ...inland("rail_unloaded", rail.unloadedAt, voyage),
    ...inland("full_out", box.outAt, voyage),
    ...(box.deliveredAt === null ? [] : inland("delivered", box.deliveredAt, voyage)),
    ...inland("empty_in", box.returnedAt, voyage),
  ];
}

/** Every milestone of a planned life in order of time, `available` apart: that one follows from the facts. */
export function listMilestones(plan: JourneyPlan): Milestone[] {
  return [...seaMilestones(plan), ...landMilestones(plan)].sort((a, b) => a.at.localeCompare(b.at));
}

/** Milestones of the life that have come by an instant; an availability that stands is one of them. */
export function historyAt(plan: JourneyPlan, now: number, status: string | null): Milestone[] {
  const limit = iso(now);
  const past = listMilestones(plan).filter((milestone) => milestone.at <= limit);
  if (status !== "available") return past;
  const { voyage, box } = plan;
  const stay = box.rail?.stay ?? box.stay;
  const freedAt = Math.max(
    stay.availableFrom,
    stay.from,
    ...stay.holds.map(({ until }) => (until <= now ? until : 0)),
  );
  const freed = box.rail
    ? inland("available", freedAt, voyage)
    : [atPort("available", freedAt, voyage.pod, null, voyage.terminal.key)];
  return [...past, ...freed].sort((a, b) => a.at.localeCompare(b.at));
}
