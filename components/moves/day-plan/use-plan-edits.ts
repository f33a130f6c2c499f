"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { sendTogether } from "@/components/board/editing/send-edit";
import { reasonOf } from "@/components/containers/change-requests";
import { useKeys } from "@/components/keyboard/use-shortcuts";
import { notify, notifyProblem, notifyUndone } from "@/components/ui/toasts";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import { cardName, savedText } from "@/lib/features/moves/messages/day-plan";
import { editedRow, inverseEdit, type PlanEdit } from "@/lib/features/moves/rules/plan-edits";
import { type PlanStep, stepsOf } from "./plan-steps";

/** A change that is shown before the page has been read again. `reads`: how often it was read since the change was saved. */
type Shown = { edit: PlanEdit; saved: boolean; reads: number };
type Done = { edit: PlanEdit; steps: PlanStep[] };

/** Maximum number of changes that can be undone. */
const MAX_UNDO = 50;
/** The first plan that is read after a change may have been requested before it. */
const READS_SHOWN = 2;

async function undoAll(steps: readonly PlanStep[]): Promise<void> {
  for (const step of [...steps].reverse()) await step.undo();
}

/** Sends the steps of a change. If one is refused, those before it are undone and an error with the reason is thrown. */
async function sendAll(steps: readonly PlanStep[]): Promise<string[]> {
  const conflicts: string[] = [];
  const sent: PlanStep[] = [];
  try {
    for (const step of steps) {
      conflicts.push(...(await step.send()));
      sent.push(step);
    }
    return conflicts;
  } catch (error) {
    const isUndone = await undoAll(sent).then(
      () => true,
      () => false,
    );
    const left = isUndone ? "" : " Part of the change was saved.";
    throw new Error(`${reasonOf(error)}${left}`, { cause: error });
  }
}

/**
 * Changes of the day plan: each is shown at once, sent, and undone by its notice or Ctrl+Z. A refused one is shown as it
 * was before, and is in the tray of unsaved edits if the page was left meanwhile. `readAt`: when the shown plan was read.
 */
export function usePlanEdits(readAt: string) {
  const router = useRouter();
  const [shown, setShown] = useState<readonly Shown[]>([]);
  const [seen, setSeen] = useState(readAt);
  const done = useRef<Done[]>([]);
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  if (seen !== readAt) {
    setSeen(readAt);
    setShown(
      shown
        .map((each) => ({ ...each, reads: each.reads + Number(each.saved) }))
        .filter(({ reads }) => reads < READS_SHOWN),
    );
  }

  const show = (edit: PlanEdit) => setShown((all) => [...all, { edit, saved: false, reads: 0 }]);
  const showSaved = (edit: PlanEdit) =>
    setShown((all) => all.map((each) => (each.edit === edit ? { ...each, saved: true } : each)));
  const hide = (edit: PlanEdit) => setShown((all) => all.filter((each) => each.edit !== edit));

  async function undo(change = done.current.at(-1)): Promise<void> {
    if (!change || !done.current.includes(change)) return;
    done.current = done.current.filter((each) => each !== change);
    const inverse = inverseEdit(change.edit);
    show(inverse);
    try {
      await undoAll(change.steps);
      showSaved(inverse);
      void notifyUndone(`Undone: ${cardName(change.edit.card)}.`, change);
    } catch (error) {
      hide(inverse);
      void notifyProblem(`Not undone. ${reasonOf(error)}`);
    }
    router.refresh();
  }

  /** Returns why a change was refused, null once it is saved. */
  async function save(edit: PlanEdit): Promise<string | null> {
    const steps = stepsOf(edit);
    show(edit);
    try {
      const edits = steps.map((step) => step.edit);
      const conflicts = await sendTogether(
        edits,
        () => sendAll(steps),
        () => isLeft.current,
      );
      showSaved(edit);
      const change = { edit, steps };
      done.current = [...done.current, change].slice(-MAX_UNDO);
      const text = savedText(edit, conflicts);
      void notify(text, { label: "Undo", act: () => void undo(change) }, change);
      router.refresh();
      return null;
    } catch (error) {
      hide(edit);
      router.refresh();
      return reasonOf(error);
    }
  }

  useKeys({
    "undo-plan": () => {
      if (done.current.length === 0) return false;
      void undo();
      return true;
    },
  });

  return {
    save,
    /** A row with the changes that are shown already. */
    rowWithEdits: (row: BoardRow): BoardRow =>
      shown.reduce(
        (changed, { edit }) => (edit.card.row.id === row.id ? editedRow(changed, edit) : changed),
        row,
      ),
    isSaving: (id: string): boolean => shown.some(({ edit, saved }) => !saved && edit.card.row.id === id),
  };
}
