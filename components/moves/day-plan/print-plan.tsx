import Link from "next/link";
import { CompanyBrand } from "@/components/company/company-brand";
import { buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/empty-state";
import { PaperTable, PrintTop } from "@/components/ui/print-page";
import { formatContainerNumber } from "@/lib/contract/container-number";
import { rangesOn } from "@/lib/domain/deadlines/gate-schedule";
import { formatWeekday } from "@/lib/domain/time/time-format";
import type { Company } from "@/lib/features/company/rules";
import {
  cardDeadline,
  cardPlace,
  clockWithZone,
  GROUP_LABELS,
  laneName,
  PART_LABELS,
} from "@/lib/features/moves/messages/day-plan";
import {
  cardsOfDay,
  type DayPlan,
  gatesOf,
  laneOf,
  lanesOf,
  type PlanCard,
  type PlanLane,
} from "@/lib/features/moves/rules/day-plan";
import { type PlanQuery, planHref } from "@/lib/features/moves/rules/plan-address";
import { rangesText } from "@/lib/features/moves/rules/terminal-hours";
import type { Locale } from "@/lib/platform/text/locale";
import type { AddressProblem } from "@/lib/platform/text/query-params";

const CELL = "border-b border-line py-1 pr-3 align-top wrap-anywhere";
const HEADS = ["Time", "Move", "Container", "Where", "Gate hours", "References", "Assigned", "Notes"];

/** The gate hours of the day at the terminal of a pickup. */
function gateText(locale: Locale, plan: DayPlan, { part, row }: PlanCard): string {
  if (part !== "pickup") return "–";
  const gates = gatesOf(row, plan.gates);
  if (!gates || gates.hours.length === 0) return "not known";
  return rangesText(locale, rangesOn(gates, plan.day));
}

function MoveRow({ card, plan, locale }: { card: PlanCard; plan: DayPlan; locale: Locale }) {
  const { row, moment, part } = card;
  const assigned = [...row.drayCarriers.map(({ name }) => name), row.driver].filter(Boolean);
  const references = [row.billOfLading, ...row.references].filter(Boolean);
  return (
    <tr data-container={row.id} className="break-inside-avoid">
      <td className={`${CELL} whitespace-nowrap`}>
        <b className="font-[600]">{moment && clockWithZone(locale, moment)}</b>
        {row.appointment && part === "pickup" && (
          <span className="block text-small">appointment {clockWithZone(locale, row.appointment)}</span>
        )}
      </td>
      <td className={CELL}>
        {PART_LABELS[part]}
        {card.done && " (done)"}
      </td>
      <td className={CELL}>
        <span className="font-mono font-[550] whitespace-nowrap">{formatContainerNumber(row.number)}</span>
        <span className="block text-small text-ink-3">{row.equipment ?? "size not reported"}</span>
        <span className="block text-small text-ink-3">{cardDeadline(locale, card, plan.day)}</span>
      </td>
      <td className={CELL} dir="auto">
        {cardPlace(card) || "–"}
      </td>
      <td className={CELL}>{gateText(locale, plan, card)}</td>
      <td className={CELL}>{references.join(", ") || "–"}</td>
      <td className={CELL} dir="auto">
        {assigned.join(", ") || "–"}
      </td>
      <td className={`${CELL} whitespace-pre-line`} dir="auto">
        {row.note ?? "–"}
      </td>
    </tr>
  );
}

function Sheet({
  lane,
  cards,
  plan,
  query,
  locale,
  company,
}: {
  lane: PlanLane;
  cards: readonly PlanCard[];
  plan: DayPlan;
  query: PlanQuery;
  locale: Locale;
  company: Company;
}) {
  return (
    <section
      data-paper={lane.key}
      className="paper mb-3.5 overflow-x-auto rounded-card border border-line px-4 py-3.5 break-after-page last:break-after-auto print:mb-0"
    >
      <CompanyBrand company={company} />
      <h2 className="text-title font-[620] wrap-anywhere" dir="auto">
        {laneName(query.group, lane)}
      </h2>
      <p className="mb-2 text-note text-ink-2">
        {GROUP_LABELS[query.group]} · {formatWeekday(locale, plan.day, "")} · {cards.length}{" "}
        {cards.length === 1 ? "move" : "moves"} · times in each place’s time zone
      </p>
      <PaperTable heads={HEADS}>
        {cards.map((card) => (
          <MoveRow key={card.key} card={card} plan={plan} locale={locale} />
        ))}
      </PaperTable>
    </section>
  );
}

/** The moves of a day on paper: a page for each carrier, terminal or driver, or for the lane of the address alone. */
export function PrintPlan({
  plan,
  query,
  problems,
  locale,
  company,
}: {
  plan: DayPlan;
  query: PlanQuery;
  problems: readonly AddressProblem[];
  locale: Locale;
  company: Company;
}) {
  const cards = cardsOfDay(plan.planned, plan.day);
  const lanes = lanesOf(
    cards.map(({ row }) => row),
    query.group,
    [],
  );
  const sheets = lanes
    .map((lane) => ({ lane, own: cards.filter(({ row }) => laneOf(row, query.group).key === lane.key) }))
    .filter(({ lane, own }) => own.length > 0 && (query.lane === null || query.lane === lane.key));
  const back = planHref({ ...query, lane: null });
  return (
    <>
      <PrintTop
        title="Print plan"
        from={{ href: back, label: "Day plan" }}
        isEmpty={sheets.length === 0}
        back={
          <Link href={back} className={buttonClass()}>
            Back to plan
          </Link>
        }
        problems={problems}
      />
      {sheets.map(({ lane, own }) => (
        <Sheet
          key={lane.key}
          lane={lane}
          cards={own}
          plan={plan}
          query={query}
          locale={locale}
          company={company}
        />
      ))}
      {sheets.length === 0 && (
        <Notice title="Nothing to print">
          No moves are planned for {formatWeekday(locale, plan.day, "")}.{" "}
          <Link href={back}>Plan the day</Link>.
        </Notice>
      )}
    </>
  );
}
