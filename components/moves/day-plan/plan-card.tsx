import { CircleCheck, GripVertical, TriangleAlert } from "lucide-react";
import Link from "next/link";
import type { KeyboardEvent } from "react";
import { useLocale } from "@/components/preferences/locale";
import { useTicking } from "@/components/time/clock";
import { classNames } from "@/components/ui/class-names";
import { withKeys } from "@/components/ui/with-keys";
import { formatContainerNumber } from "@/lib/contract/container-number";
import { localDate } from "@/lib/domain/time/zoned-time";
import { containerHref } from "@/lib/features/containers/urls";
import {
  cardDeadline,
  cardName,
  cardPlace,
  clockWithZone,
  PART_LABELS,
} from "@/lib/features/moves/messages/day-plan";
import { laneOf, type PlanCard, type PlanGroup } from "@/lib/features/moves/rules/day-plan";
import type { CardConflicts } from "@/lib/features/moves/rules/plan-conflicts";

/** What the cards of the plan can do. Null for users who may not plan. */
export type CardActions = {
  onKey: (card: PlanCard, event: KeyboardEvent) => void;
  onPickUp: (card: PlanCard) => void;
  /** The focus left the button that moves the card. */
  onLeave: () => void;
  onOpen: (card: PlanCard) => void;
  /** The card that is moved by keyboard or mouse. */
  heldKey: string | null;
  isSaving: (id: string) => boolean;
} | null;

function Details({ card, group }: { card: PlanCard; group: PlanGroup }) {
  const locale = useLocale();
  const deadline = useTicking((now) => cardDeadline(locale, card, localDate(new Date(now), null)));
  const others = (["carrier", "driver"] as const)
    .filter((each) => each !== group)
    .map((each) => laneOf(card.row, each).name)
    .filter(Boolean);
  const lines = [
    { line: cardPlace(card, true), title: cardPlace(card) },
    ...others.map((line) => ({ line, title: line })),
  ].filter(({ line }) => line);
  return (
    <>
      {withKeys(lines, ({ line }) => line).map(({ key, item: { line, title } }) => (
        <p key={key} dir="auto" title={title} className="truncate text-small text-ink-2">
          {line}
        </p>
      ))}
      {deadline && <p className="truncate text-small text-ink-3">{deadline}</p>}
    </>
  );
}

function Controls({ card, actions }: { card: PlanCard; actions: NonNullable<CardActions> }) {
  const name = cardName(card);
  const isHeld = actions.heldKey === card.key;
  return (
    <span className="flex shrink-0 items-center">
      <button
        type="button"
        data-plan-form
        aria-label={`Plan ${name}`}
        className="inline-flex min-h-6 items-center px-1 text-small text-accent hover:underline"
        onClick={() => actions.onOpen(card)}
      >
        Plan…
      </button>
      <button
        type="button"
        data-move
        aria-label={`Move ${name}`}
        aria-pressed={isHeld}
        title="Drag, or press Enter and use the arrow keys"
        className={classNames(
          "inline-flex size-6 cursor-grab items-center justify-center rounded-field pointer-coarse:hidden",
          isHeld ? "bg-accent-soft text-accent" : "text-ink-3 hover:bg-raised",
        )}
        onClick={() => actions.onPickUp(card)}
        onKeyDown={(event) => actions.onKey(card, event)}
        onBlur={actions.onLeave}
      >
        <GripVertical aria-hidden size={14} />
      </button>
    </span>
  );
}

/** A planned move, or one to plan. */
export function PlanCardView({
  card,
  group,
  conflicts,
  actions,
}: {
  card: PlanCard;
  group: PlanGroup;
  conflicts: CardConflicts | undefined;
  actions: CardActions;
}) {
  const locale = useLocale();
  const isSaving = actions?.isSaving(card.row.id) ?? false;
  const canMove = actions !== null && !card.done;
  const problems = conflicts?.conflicts ?? [];
  return (
    <li
      data-card={card.key}
      data-part={card.part}
      aria-busy={isSaving}
      className={classNames(
        "rounded-field border bg-surface py-1 pr-1 pl-2",
        problems.length > 0 ? "border-soon/60" : "border-line-strong",
        canMove && "cursor-grab select-none",
        (actions?.heldKey === card.key || isSaving) && "border-dashed border-accent bg-raised",
      )}
    >
      <div className="flex min-h-6 items-center justify-between gap-1">
        <p suppressHydrationWarning className="min-w-0 truncate text-small">
          {card.moment && <b className="font-[580]">{clockWithZone(locale, card.moment)} · </b>}
          {PART_LABELS[card.part]}
          {isSaving && " · Saving…"}
        </p>
        {canMove && !isSaving && <Controls card={card} actions={actions} />}
        {card.done && (
          <span className="flex items-center gap-1 text-small text-go">
            <CircleCheck aria-hidden size={13} /> Done
          </span>
        )}
      </div>
      <Link
        href={containerHref(card.row.id)}
        prefetch={false}
        draggable={false}
        className="font-mono text-[12.5px] font-[520] whitespace-nowrap hover:underline"
      >
        {formatContainerNumber(card.row.number)}
      </Link>
      <Details card={card} group={group} />
      {withKeys(problems, (text) => text).map(({ key, item: text }) => (
        <p key={key} className="mt-0.5 flex gap-1 text-small wrap-anywhere text-soon">
          <TriangleAlert aria-hidden size={12} className="mt-px shrink-0" /> {text}
        </p>
      ))}
      {withKeys(conflicts?.notes ?? [], (text) => text).map(({ key, item: text }) => (
        <p key={key} className="text-small text-ink-3">
          {text}
        </p>
      ))}
    </li>
  );
}
