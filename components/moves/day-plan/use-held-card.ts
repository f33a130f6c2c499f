"use client";

import { type KeyboardEvent, useEffect, useState } from "react";
import { useLocale } from "@/components/preferences/locale";
import { cardName, hourText, laneName } from "@/lib/features/moves/messages/day-plan";
import {
  gatesOf,
  hourOf,
  laneOf,
  type PlanCard,
  type PlanGroup,
  slotState,
} from "@/lib/features/moves/rules/day-plan";
import { slotTime } from "@/lib/features/moves/rules/plan-edits";
import type { GridData } from "./plan-grid";
import { LIST_SLOT, slotId } from "./slots";

/** The card that is moved by keyboard, and the lane and hour where it would be dropped. */
type Held = { card: PlanCard; lane: string; hour: number };

const STEPS: Readonly<Record<string, { lane: number; hour: number }>> = {
  ArrowUp: { lane: 0, hour: -1 },
  ArrowDown: { lane: 0, hour: 1 },
  ArrowLeft: { lane: -1, hour: 0 },
  ArrowRight: { lane: 1, hour: 0 },
};

/** The value that is `step` places after another in a list. The ends of the list are not left. */
function neighbor<Value>(list: readonly Value[], place: number, step: number): Value | undefined {
  return list[Math.min(Math.max(Math.max(place, 0) + step, 0), list.length - 1)];
}

/**
 * Moving cards by keyboard: Enter or Space picks up the focused card, arrows choose a slot, Enter drops the card, Delete
 * removes it from the plan and Escape leaves it where it was. `text` is for screen readers.
 */
export function useHeldCard(
  { day, lanes, hours, gates }: GridData,
  group: PlanGroup,
  onDrop: (card: PlanCard, slot: string) => void,
) {
  const locale = useLocale();
  const [held, setHeld] = useState<Held | null>(null);
  const [text, setText] = useState("");
  const laneAt = (step: number) =>
    neighbor(
      lanes,
      lanes.findIndex(({ key }) => key === held?.lane),
      step,
    );
  const hourAt = (step: number) => neighbor(hours, held ? hours.indexOf(held.hour) : 0, step);
  const [lane, hour] = [laneAt(0), hourAt(0)];
  const target = held && lane && hour !== undefined ? slotId(lane.key, hour) : null;

  useEffect(() => {
    if (target === null) return;
    document
      .querySelector(`[data-slot="${CSS.escape(target)}"]`)
      ?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [target]);

  /** The hour in which a card begins to be moved: its own, otherwise the first that is open and not over. */
  function firstHour(card: PlanCard): number {
    if (card.moment) return hourOf(card.moment);
    const now = new Date();
    const isFree = (each: number) =>
      slotState(gatesOf(card.row, gates), day, each) !== "closed" &&
      "at" in slotTime(card, day, each, { now, locale });
    return hours.find(isFree) ?? hours[0] ?? 0;
  }

  function pickUp(card: PlanCard): void {
    setHeld({ card, lane: laneOf(card.row, group).key, hour: firstHour(card) });
    setText(
      `Picked up ${cardName(card)}. Choose a slot with the arrow keys. Enter drops it, Escape cancels.`,
    );
  }

  function leave(): void {
    if (held) setText(`${cardName(held.card)} stays where it was.`);
    setHeld(null);
  }

  function drop(slot: string): void {
    if (!held) return;
    setHeld(null);
    setText(`Dropped ${cardName(held.card)}.`);
    onDrop(held.card, slot);
  }

  function move(step: { lane: number; hour: number }): void {
    const [inLane, atHour] = [laneAt(step.lane), hourAt(step.hour)];
    if (!held || !inLane || atHour === undefined) return;
    setHeld({ ...held, lane: inLane.key, hour: atHour });
    const isClosed =
      held.card.part === "pickup" && slotState(gatesOf(held.card.row, gates), day, atHour) === "closed";
    setText(`${hourText(locale, atHour)}, ${laneName(group, inLane)}${isClosed ? ", gate closed" : ""}`);
  }

  /** The button of a card was pressed: by keyboard, a screen reader or the mouse. */
  function press(card: PlanCard): void {
    if (held?.card.key !== card.key) pickUp(card);
    else if (target !== null) drop(target);
  }

  function onKey(card: PlanCard, event: KeyboardEvent): void {
    if (event.key === "Enter" || event.key === " ") press(card);
    else if (held?.card.key !== card.key) return;
    else if (event.key === "Escape" || event.key === "Tab") leave();
    else if (event.key === "Delete" || event.key === "Backspace") drop(LIST_SLOT);
    else {
      const step = STEPS[event.key];
      if (!step) return;
      move(step);
    }
    if (event.key === "Tab") return;
    event.preventDefault();
    event.stopPropagation();
  }

  return { heldCard: held?.card ?? null, target, text, press, onKey, leave };
}
