"use client";

import { useRouter } from "next/navigation";
import { type MouseEvent, useEffect, useRef, useState } from "react";
import { AddressNotice } from "@/components/board/address-problems";
import { HelpLink } from "@/components/help/help-link";
import { useLocale } from "@/components/preferences/locale";
import { useMinute } from "@/components/time/clock";
import { Notice } from "@/components/ui/empty-state";
import { useMay } from "@/components/ui/permissions";
import { notifyProblem } from "@/components/ui/toasts";
import { formatContainerNumber } from "@/lib/contract/container-number";
import { asTyped } from "@/lib/domain/time/local-time-input";
import { localDate } from "@/lib/domain/time/zoned-time";
import { cardName } from "@/lib/features/moves/messages/day-plan";
import type { DayPlan, PlanCard } from "@/lib/features/moves/rules/day-plan";
import { type PlanQuery, planHref } from "@/lib/features/moves/rules/plan-address";
import { droppedEdit, isChange, laneChange } from "@/lib/features/moves/rules/plan-edits";
import type { AddressProblem } from "@/lib/platform/text/query-params";
import { ConflictList } from "./conflict-list";
import { PlanBar } from "./plan-bar";
import type { CardActions } from "./plan-card";
import { type OpenCard, PlanMoveForm } from "./plan-form";
import { PlanGrid } from "./plan-grid";
import { shownPlan } from "./shown-plan";
import { LIST_SLOT, slotOf } from "./slots";
import { ToPlanList } from "./to-plan-list";
import { type Drag, useCardDrag } from "./use-card-drag";
import { useHeldCard } from "./use-held-card";
import { usePlanEdits } from "./use-plan-edits";

/** Without a day in the address it is today where the user is. The server does not always know the user's zone. */
function useToday({ day }: DayPlan, query: PlanQuery): void {
  const router = useRouter();
  useEffect(() => {
    if (query.day !== null) return;
    const today = localDate(new Date(), Intl.DateTimeFormat().resolvedOptions().timeZone);
    if (today !== day) router.replace(planHref({ ...query, day: today }));
  }, [router, day, query]);
}

const typedHour = (day: string, hour: number): string => `${day}T${String(hour).padStart(2, "0")}:00`;

/** The name of the dragged card under the pointer. */
function DraggedCard({ card, drag: { x, y } }: { card: PlanCard; drag: Drag }) {
  return (
    <p
      aria-hidden
      className="pointer-events-none fixed top-0 left-0 z-50 rounded-field border border-accent bg-surface px-2 py-1 font-mono text-[12.5px] shadow-pop"
      style={{ transform: `translate(${x + 10}px, ${y + 10}px)` }}
    >
      {cardName(card)}
    </p>
  );
}

/** The plan of a day: moves to plan, and lanes with hours. `readAt`: when it was read. */
export function DayPlanner({
  plan,
  query,
  problems,
  readAt,
}: {
  plan: DayPlan;
  query: PlanQuery;
  problems: readonly AddressProblem[];
  readAt: string;
}) {
  const router = useRouter();
  const locale = useLocale();
  const minute = useMinute();
  const mayPlan = useMay("dispatch");
  const edits = usePlanEdits(readAt);
  const [open, setOpen] = useState<OpenCard | null>(null);
  const focusNext = useRef<string | null>(null);
  useToday(plan, query);

  const { day } = plan;
  const shown = shownPlan(plan, query, edits.rowWithEdits, { locale, now: new Date(minute) });
  const { cards, pickups, returns } = shown;
  const cardOf = (key: string | undefined) =>
    [...cards, ...pickups, ...returns].find((card) => card.key === key) ?? null;
  const canMove = ({ done, row }: PlanCard) => mayPlan && !done && !edits.isSaving(row.id);

  function openForm(card: PlanCard): void {
    const { moment } = card;
    const typed = moment ? asTyped(moment.at, moment.zone) : typedHour(day, shown.hours[0] ?? 0);
    setOpen({ card, typed, problem: null });
  }

  /** `byKeys`: the card keeps the focus in its new place. */
  async function drop(card: PlanCard, id: string, byKeys: boolean): Promise<void> {
    const slot = slotOf(id, shown.lanes);
    if (slot === undefined) return;
    const edit = droppedEdit(card, slot, query.group, day, { now: new Date(), locale });
    if ("problem" in edit) {
      const isLane = slot === null || "problem" in laneChange(card, query.group, slot.lane);
      if (isLane) void notifyProblem(edit.problem);
      else setOpen({ card, typed: typedHour(day, slot.hour), problem: edit.problem });
      return;
    }
    if (!isChange(edit)) return;
    if (byKeys) focusNext.current = card.key;
    const refused = await edits.save(edit);
    if (refused !== null)
      void notifyProblem(`${formatContainerNumber(card.row.number)} was not moved. ${refused}`);
  }

  const held = useHeldCard(shown, query.group, (card, slot) => void drop(card, slot, true));
  const { drag, onPointerDown } = useCardDrag({
    canDrag: (key) => {
      const card = cardOf(key);
      return card !== null && canMove(card);
    },
    onDrop: (key, slot) => {
      const card = cardOf(key);
      if (card) void drop(card, slot, false);
    },
  });

  // A card that was moved by keyboard is rendered in another place. It has the focus there, also when it was refused.
  useEffect(() => {
    if (focusNext.current === null || document.activeElement !== document.body) return;
    const card = document.querySelector(`[data-card="${CSS.escape(focusNext.current)}"]`);
    const button = card?.querySelector<HTMLElement>("[data-move]");
    if (!button) return;
    button.focus();
    focusNext.current = null;
  });

  /** On a touch screen a tap on a card opens its form. */
  function onTap({ nativeEvent, target }: MouseEvent<HTMLElement>): void {
    const isTouch = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === "touch";
    if (!isTouch || !(target instanceof Element) || target.closest("a, button")) return;
    const card = cardOf(target.closest<HTMLElement>("[data-card]")?.dataset.card);
    if (card && canMove(card)) openForm(card);
  }

  const dragged = drag && cardOf(drag.key);
  const heldCard = dragged ?? held.heldCard;
  const target = drag ? drag.slot : held.target;
  const cardActions: CardActions = mayPlan
    ? {
        onKey: held.onKey,
        onPickUp: held.press,
        onLeave: held.leave,
        onOpen: openForm,
        heldKey: heldCard?.key ?? null,
        isSaving: edits.isSaving,
      }
    : null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: each card has buttons for the same
    // biome-ignore lint/a11y/useKeyWithClickEvents: each card has buttons for the same
    <div onPointerDown={onPointerDown} onClick={onTap}>
      <AddressNotice
        problems={problems}
        of="the day plan"
        labels={{}}
        onTidy={() => router.replace(planHref(query))}
      />
      <PlanBar plan={plan} query={query} />
      <ConflictList cards={cards} conflicts={shown.conflicts} />
      <p role="status" className="sr-only" data-plan-status>
        {held.text}
      </p>
      <div className="grid gap-3 lg:grid-cols-[15rem_minmax(0,1fr)] lg:items-start">
        <ToPlanList
          pickups={pickups}
          returns={returns}
          cut={plan.cut}
          group={query.group}
          isTarget={target === LIST_SLOT}
          actions={cardActions}
        />
        <section
          aria-label="Planned moves"
          className="relative min-w-0 overflow-x-auto rounded-card border border-line bg-surface"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the lanes scroll, also with the keyboard
          tabIndex={0}
        >
          {cards.length + shown.appointments.length === 0 && (
            <Notice title="Nothing planned for this day">
              {mayPlan && "Drag a container from the list into an hour, or use its Plan… button. "}
              <HelpLink topic="day-plan" />
            </Notice>
          )}
          <PlanGrid data={shown} query={query} target={target} heldCard={heldCard} actions={cardActions} />
        </section>
      </div>
      {drag && dragged && <DraggedCard card={dragged} drag={drag} />}
      {open && (
        <PlanMoveForm
          key={open.card.key}
          open={open}
          options={plan}
          onSave={edits.save}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  );
}
