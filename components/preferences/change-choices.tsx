"use client";

import { useState } from "react";
import { Card } from "@/components/ui/card";
import { fieldClass } from "@/components/ui/forms/field";
import { notifyProblem } from "@/components/ui/toasts";
import { CHANGE_KINDS, type ChangeKind, ETA_HOURS } from "@/lib/domain/board-row/row-facts";
import { type ChangeChoice, KIND_LABELS } from "@/lib/features/board/rules/change-kinds";

/** Saves the choice. Returns null on success, otherwise an error message. */
export type SaveChangeChoice = (choice: ChangeChoice) => Promise<string | null>;

/** The kinds of changes that mark a container as changed. Each choice is saved at once; a failed one is taken back. */
export function ChangeChoices({ choice, save }: { choice: ChangeChoice; save: SaveChangeChoice }) {
  const [chosen, setChosen] = useState(choice);

  async function choose(next: ChangeChoice): Promise<void> {
    const before = chosen;
    setChosen(next);
    const problem = await save(next).catch(() => "Drayboard is not responding. This choice was not saved.");
    if (problem === null) return;
    setChosen(before);
    await notifyProblem(problem);
  }

  const has = (kind: ChangeKind) => chosen.kinds.includes(kind);
  return (
    <div id="changes" className="scroll-mt-4">
      <Card title="Changes">
        <fieldset aria-describedby="changes-hint">
          <legend className="contents">
            <span className="font-[550]">Mark a container as changed when these change</span>
          </legend>
          <p id="changes-hint" className="mb-2 text-note text-ink-3">
            For the marks and the count on the board, and for the list “Changed for me”. Your own edits are
            never marked.
          </p>
          <div className="grid gap-x-5 gap-y-1 sm:grid-cols-2">
            {CHANGE_KINDS.map((kind) => (
              <label key={kind} className="flex min-h-7.5 items-center gap-2 max-md:min-h-10">
                <input
                  type="checkbox"
                  checked={has(kind)}
                  className="size-4 accent-[var(--accent)]"
                  onChange={() =>
                    void choose({
                      ...chosen,
                      kinds: CHANGE_KINDS.filter((each) => has(each) !== (each === kind)),
                    })
                  }
                />
                {KIND_LABELS[kind]}
              </label>
            ))}
          </div>
          <label className="mt-2 flex items-center gap-2">
            An ETA counts when it moves by
            <select
              value={chosen.etaHours}
              disabled={!has("eta")}
              className={`${fieldClass()} w-auto`}
              onChange={({ target }) => {
                const etaHours = ETA_HOURS.find((hours) => String(hours) === target.value);
                if (etaHours !== undefined) void choose({ ...chosen, etaHours });
              }}
            >
              {ETA_HOURS.map((hours) => (
                <option key={hours} value={hours}>
                  {hours === 1 ? "1 hour" : `${hours} hours`} or more
                </option>
              ))}
            </select>
          </label>
        </fieldset>
      </Card>
    </div>
  );
}
