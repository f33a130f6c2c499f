import { DAY_MS } from "@/tracking-service/clock/instant";
import type { JourneyFacts } from "@/tracking-service/facts/attributes";
import { containerChanges } from "@/tracking-service/facts/container-events";
import type { EventDraft } from "@/tracking-service/facts/record-events";
import { shipmentChanges } from "@/tracking-service/facts/shipment-events";
import { factsAt } from "@/tracking-service/sources/simulation/facts-at";
import type { JourneyPlan, Stay } from "@/tracking-service/sources/simulation/plan/plan";
import { momentsBetween, stepAt } from "@/tracking-service/sources/simulation/steps";
import type { MeasuredAccount } from "./account";
import { type Figure, part } from "./figure";

/** How long the account is simulated to count notifications. */
const DAYS = 2;

type Counts = {
  /** Time of containers at terminals, in days. */
  days: number;
  atTerminals: number;
  /** `container.updated` with nothing but another place in the yard. */
  yardMoves: number;
  terminalData: number;
  all: number;
  /** The most yard moves and lost availabilities of one container. */
  mostYardMoves: number;
  mostLosses: number;
};

const TERMINAL_DATA =
  /^container\.(updated|pickup_lfd|pickup_lfd_\w+|pickup_appointment)|transport\.(not_)?available$/;

const YARD_SPOT = "location_at_pod_terminal";

function isYardMove({ event, attributes }: EventDraft): boolean {
  const changeset: unknown = Reflect.get(attributes, "changeset");
  if (event !== "container.updated" || !changeset || typeof changeset !== "object") return false;
  const fields = Object.entries(changeset).filter(([, change]) => change !== undefined);
  return fields.every(([field, [before, after]]) => field === YARD_SPOT && before !== null && after !== null);
}

const staysOf = ({ container }: JourneyPlan): Stay[] =>
  container.rail ? [container.stay, container.rail.stay] : [container.stay];

function draftsOf(plan: JourneyPlan, before: JourneyFacts, after: JourneyFacts, at: number) {
  const { containerId, voyage } = plan;
  const owner = { accountId: "", containerId, shipmentId: voyage.shipmentId };
  return { before, after, now: new Date(at), dataSource: "terminal", owner } as const;
}

/** Counts what one container causes from `from` to `to`, with every check of its terminals on time. */
function countContainer(plan: JourneyPlan, from: number, to: number, counts: Counts): void {
  const stays = staysOf(plan);
  for (const stay of stays) {
    counts.days += Math.max(0, Math.min(to, stay.to) - Math.max(from, stay.from)) / DAY_MS;
  }
  let before = factsAt(plan, from);
  let [yardMoves, losses] = [0, 0];
  for (const moment of momentsBetween(plan, from, to)) {
    const { step, after } = stepAt(plan, before, moment);
    const changes = draftsOf(plan, before, after, moment.at);
    const drafts = [...containerChanges(changes, step.milestones), ...shipmentChanges(changes)];
    before = after;
    counts.all += drafts.length;
    if (!stays.some((stay) => stay.from <= moment.at && moment.at <= stay.to)) continue;
    counts.atTerminals += drafts.length;
    counts.terminalData += drafts.filter(({ event }) => TERMINAL_DATA.test(event)).length;
    yardMoves += drafts.filter(isYardMove).length;
    losses += drafts.filter(({ event }) => event === "container.transport.not_available").length;
  }
  counts.yardMoves += yardMoves;
  counts.mostYardMoves = Math.max(counts.mostYardMoves, yardMoves);
  counts.mostLosses = Math.max(counts.mostLosses, losses);
}

/** Notifications of the first two days at speed 1, to a webhook that gets all events. */
export function notificationFigures({ plans, start }: MeasuredAccount): Figure[] {
  const counts: Counts = {
    days: 0,
    atTerminals: 0,
    yardMoves: 0,
    terminalData: 0,
    all: 0,
    mostYardMoves: 0,
    mostLosses: 0,
  };
  for (const plan of plans) countContainer(plan, start, start + DAYS * DAY_MS, counts);
  const { atTerminals, days, yardMoves, terminalData, all, mostYardMoves, mostLosses } = counts;
  return [
    {
      name: "notifications a day of a container at a terminal",
      value: part(atTerminals, days),
      least: 2,
      most: 6,
      as: "rate",
    },
    {
      name: "of these, holds, availability, appointments, fees and deadlines",
      value: part(terminalData - yardMoves, atTerminals),
      least: 0.6,
      most: 1,
      as: "share",
    },
    {
      name: "yard moves among all notifications",
      value: part(yardMoves, all),
      least: 0,
      most: 0.1,
      as: "share",
    },
    {
      name: "most yard moves of a container in two days",
      value: mostYardMoves,
      least: 0,
      most: 3,
      as: "count",
    },
    {
      name: "most losses of availability of a container in two days",
      value: mostLosses,
      least: 0,
      most: 3,
      as: "count",
    },
  ];
}
