import { TriangleAlert } from "lucide-react";
import { withKeys } from "@/components/ui/with-keys";
import { cardName, conflictCount } from "@/lib/features/moves/messages/day-plan";
import type { PlanCard } from "@/lib/features/moves/rules/day-plan";
import type { CardConflicts } from "@/lib/features/moves/rules/plan-conflicts";

const focusCard = (key: string): void =>
  document.querySelector<HTMLElement>(`[data-card="${CSS.escape(key)}"] a`)?.focus();

/** All conflicts of the day, each with its move. */
export function ConflictList({
  cards,
  conflicts,
}: {
  cards: readonly PlanCard[];
  conflicts: ReadonlyMap<string, CardConflicts>;
}) {
  const all = cards.flatMap((card) =>
    (conflicts.get(card.key)?.conflicts ?? []).map((text) => ({ card, text })),
  );
  if (all.length === 0) return null;
  return (
    <details
      open={all.length <= 3}
      className="mb-3 rounded-card border border-soon/50 bg-soon-soft px-3.5 py-2"
    >
      <summary className="font-[580] text-soon">
        <TriangleAlert aria-hidden size={13} className="mr-1 inline" />
        {conflictCount(all.length)}
      </summary>
      <ul className="mt-1 flex flex-col gap-0.5" data-conflict-list>
        {withKeys(all, ({ card, text }) => `${card.key} ${text}`).map(({ key, item: { card, text } }) => (
          <li key={key} className="wrap-anywhere">
            <button
              type="button"
              className="min-h-6 font-[530] text-ink underline decoration-line-strong"
              onClick={() => focusCard(card.key)}
            >
              {cardName(card)}
            </button>
            : {text}
          </li>
        ))}
      </ul>
    </details>
  );
}
