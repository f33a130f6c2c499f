import type { JourneyFacts, Milestone } from "@/tracking-service/facts/attributes";
import type { WithdrawnMilestone } from "@/tracking-service/facts/record-events";
import { differenceOf, type FactsDelta } from "@/tracking-service/facts/state-diff";
import type { JourneyPlan, Stay } from "@/tracking-service/sources/simulation/plan/plan";
import { factsAt, LINE_CHECK_EVERY_MS } from "./facts-at";
import { listTellings } from "./milestone-reports";
import { nextCheck } from "./terminal-view";

export type StepKind =
  | "milestone"
  | "report"
  | "line-check"
  | "terminal-check"
  | "cancellation"
  | "succession";

/** An instant at which new facts may become known. */
export type Moment = { at: number; kind: StepKind };

/** The content of one step: facts changed since the previous step, and added or withdrawn milestones. */
export type Step = Moment & { delta: FactsDelta; milestones: Milestone[]; withdrawn: WithdrawnMilestone[] };

/** Attributes that change at every check. */
export const CHECK_TIMES = /(_checked_at|_tracking_request_at|line_tracking_last_\w+_at)$/;

/** True if a step changes more than the times of checks. Most terminal checks do not. */
export function hasChanges({ kind, delta, milestones, withdrawn }: Step): boolean {
  if (kind !== "terminal-check" || milestones.length > 0 || withdrawn.length > 0) return true;
  const { container, containerPlaces, offDock, shipment, shipmentPlaces } = delta;
  const fields = [container, containerPlaces, shipment, shipmentPlaces].flatMap((part) => Object.keys(part));
  return offDock !== undefined || fields.some((field) => !CHECK_TIMES.test(field));
}

function* lineChecks({ voyage }: JourneyPlan): Generator<Moment> {
  for (let at = voyage.trackedAt + LINE_CHECK_EVERY_MS; at < voyage.arrivedAt; at += LINE_CHECK_EVERY_MS) {
    yield { at, kind: "line-check" };
  }
}

/** Moments fixed by the plan, in order: milestones, new estimates, line checks, the end. */
export function fixedMoments(plan: JourneyPlan): Moment[] {
  const { voyage, container, succeededAt } = plan;
  const report = (at: number): Moment => ({ at, kind: "report" });
  const moments: Moment[] = [
    ...listTellings(plan).map(({ at }): Moment => ({ at, kind: "milestone" })),
    ...[...voyage.estimates, ...voyage.departureEstimates].map(({ at }) => report(at)),
    ...(voyage.terminalChange ? [report(voyage.terminalChange.at)] : []),
    ...(container.rail?.estimates ?? []).map(({ at }) => report(at)),
    ...(container.offDock ? [report(container.offDock.at)] : []),
    ...(voyage.manifestedAt > 0 ? [report(voyage.manifestedAt)] : []),
    ...lineChecks(plan),
    ...(succeededAt === null ? [] : [{ at: succeededAt, kind: "succession" } satisfies Moment]),
  ];
  moments.sort((a, b) => a.at - b.at || (a.kind === "milestone" ? -1 : 1));
  return untilCancelled(
    plan,
    moments.filter((moment, place) => moment.at !== moments[place - 1]?.at),
  );
}

/** Removes moments after a booking's cancellation, except its replacement by another shipment. */
function untilCancelled({ voyage: { cancelledAt } }: JourneyPlan, moments: Moment[]): Moment[] {
  if (cancelledAt === null) return moments;
  return [
    ...moments.filter(({ at }) => at < cancelledAt),
    { at: cancelledAt, kind: "cancellation" },
    ...moments.filter(({ kind }) => kind === "succession"),
  ];
}

function stays({ voyage, container }: JourneyPlan): Stay[] {
  if (voyage.cancelledAt !== null) return [];
  return container.rail ? [container.stay, container.rail.stay] : [container.stay];
}

function checkAfter(plan: JourneyPlan, at: number): number | null {
  for (const stay of stays(plan)) {
    if (at >= stay.to) continue;
    const next = nextCheck(stay, plan.noiseSeed, at);
    if (next) return next.at;
  }
  return null;
}

/** The first moment after an instant. Null when the journey is over. */
export function momentAfter(plan: JourneyPlan, fixed: Moment[], at: number): Moment | null {
  const next = fixed.find((moment) => moment.at > at) ?? null;
  const check = checkAfter(plan, at);
  if (check !== null && (next === null || check < next.at)) return { at: check, kind: "terminal-check" };
  return next;
}

/** Builds a step from the facts before it and at its moment. */
export function stepAt(
  plan: JourneyPlan,
  before: JourneyFacts,
  moment: Moment,
): { step: Step; after: JourneyFacts } {
  const after = factsAt(plan, moment.at);
  const updates = moment.kind === "milestone" ? listTellings(plan).filter(({ at }) => at === moment.at) : [];
  const milestones = updates.flatMap((telling) => ("milestone" in telling ? [telling.milestone] : []));
  const withdrawn = updates.flatMap((telling) => ("withdrawn" in telling ? [telling.withdrawn] : []));
  return { step: { ...moment, delta: differenceOf(before, after), milestones, withdrawn }, after };
}

/**
 * The moments after `from` up to and including `to`, in order. After a period without checks, only the last missed
 * check is kept. A late check then reports one difference and no intermediate ones.
 */
export function momentsBetween(plan: JourneyPlan, from: number, to: number, everyCheck = true): Moment[] {
  const fixed = fixedMoments(plan)
    .filter((moment) => moment.at > from && moment.at <= to)
    .filter(({ kind }, place, all) => everyCheck || kind !== "line-check" || place === all.length - 1);
  const checks: Moment[] = [];
  for (const stay of stays(plan)) {
    const end = Math.min(to, stay.to);
    let next = nextCheck(stay, plan.noiseSeed, Math.max(from, stay.from));
    if (!everyCheck && next) {
      const late = nextCheck(stay, plan.noiseSeed, Math.max(from, stay.from, end - 2 * stay.checkEveryMs));
      next = late && late.at <= end ? late : next;
    }
    for (; next && next.at <= end; next = nextCheck(stay, plan.noiseSeed, next.at)) {
      const check: Moment = { at: next.at, kind: "terminal-check" };
      if (everyCheck) checks.push(check);
      else checks.splice(0, checks.length, ...checks.filter((stored) => stored.at < stay.from), check);
    }
  }
  return [...fixed, ...checks].sort((a, b) => a.at - b.at);
}

/** All steps after `from` up to and including `to`. Pure function. */
export function stepsBetween(plan: JourneyPlan, from: number, to: number, everyCheck = true): Step[] {
  let before = factsAt(plan, from);
  return momentsBetween(plan, from, to, everyCheck).map((moment) => {
    const { step, after } = stepAt(plan, before, moment);
    before = after;
    return step;
  });
}
