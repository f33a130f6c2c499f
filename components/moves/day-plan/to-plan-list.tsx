import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";
import type { PlanCard, PlanGroup } from "@/lib/features/moves/rules/day-plan";
import { type CardActions, PlanCardView } from "./plan-card";
import { LIST_SLOT } from "./slots";

function List({ label, cards, children }: { label: string; cards: number; children: ReactNode }) {
  if (cards === 0) return null;
  return (
    <section aria-label={label} className="mt-2">
      <h3 className="mb-1 text-small text-ink-3">
        {label} {cards}
      </h3>
      <ul className="flex flex-col gap-1">{children}</ul>
    </section>
  );
}

/** The moves without a plan: pickups by last free day, empty returns by return due. */
export function ToPlanList({
  pickups,
  returns,
  cut,
  group,
  isTarget,
  actions,
}: {
  pickups: readonly PlanCard[];
  returns: readonly PlanCard[];
  cut: boolean;
  group: PlanGroup;
  isTarget: boolean;
  actions: CardActions;
}) {
  const cards = (list: readonly PlanCard[]) =>
    list.map((card) => (
      <PlanCardView key={card.key} card={card} group={group} conflicts={undefined} actions={actions} />
    ));
  return (
    <section
      data-slot={LIST_SLOT}
      aria-label="To plan"
      className={classNames(
        "rounded-card border border-line bg-surface p-2.5 lg:max-h-[75dvh] lg:overflow-y-auto max-lg:max-h-80 max-lg:overflow-y-auto",
        isTarget && "outline-2 outline-accent",
      )}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls, also with the keyboard
      tabIndex={0}
    >
      <h2 className="font-[560]">
        To plan <span className="font-normal text-ink-3">{pickups.length + returns.length}</span>
      </h2>
      {pickups.length + returns.length === 0 && (
        <p className="mt-1 text-ink-2">Everything that is ready by this day has a plan.</p>
      )}
      <List label="Pickups" cards={pickups.length}>
        {cards(pickups)}
      </List>
      <List label="Empty returns" cards={returns.length}>
        {cards(returns)}
      </List>
      {cut && <p className="mt-2 text-small text-ink-3">Not all are shown. Filter by terminal or carrier.</p>}
    </section>
  );
}
