"use client";

import { useState } from "react";
import type { SavedView } from "@/components/board/page-data";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/forms/field";
import { FormProblem } from "@/components/ui/forms/form-problem";
import { Panel } from "@/components/ui/panel";
import { type BoardQuery, boardParams } from "@/lib/features/board/rules/board-address";
import { queryOfView, type Views } from "./use-views";

const MAX_NAME = 80;
const CHECK = "flex items-center gap-2 py-1";
const CONTAINER = "size-4 accent-[var(--accent)]";

/** Saves the current board as a view, or changes the open view: its name, its visibility and its content. */
export function ViewPanel({
  views,
  query,
  onQuery,
  onClose,
}: {
  views: Views;
  query: BoardQuery;
  onQuery: (query: BoardQuery) => void;
  onClose: () => void;
}) {
  const { current, list, actions, run, busy, problem } = views;
  const mine = current?.mine ? current : null;
  const [name, setName] = useState(mine?.name ?? "");
  const [shared, setShared] = useState(mine?.shared ?? false);
  const [deleting, setDeleting] = useState(false);
  const address = boardParams({ ...query, view: null }).toString();
  const [began, setBegan] = useState(current !== null && list.defaultViewId === current.id);

  async function saveNew(): Promise<void> {
    const saved = await run(actions.saveView({ name, address, shared }), `${name.trim()} saved.`);
    if (saved?.view) shown(saved.view);
  }
  async function update(view: SavedView): Promise<void> {
    const change = { name, shared, address };
    const saved = await run(actions.changeView(view.id, view.version, change), `${name.trim()} saved.`);
    if (saved?.view) shown(saved.view);
  }
  async function remove(view: SavedView): Promise<void> {
    if (!(await run(actions.deleteView(view.id), `${view.name} deleted.`))) return;
    onQuery({ ...query, view: null });
    onClose();
  }
  async function begin(view: SavedView, wanted: boolean): Promise<void> {
    setBegan(wanted);
    const done = wanted
      ? `${view.name} is now your default view.`
      : "All containers is now your default view.";
    if (!(await run(actions.setDefaultView(wanted ? view.id : null), done))) setBegan(!wanted);
  }
  function shown(view: SavedView): void {
    onQuery(queryOfView(view));
    onClose();
  }

  return (
    <Panel
      title={mine ? "Edit view" : "Save view"}
      onClose={() => {
        views.forget();
        onClose();
      }}
    >
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void (mine ? update(mine) : saveNew());
        }}
      >
        <FormProblem problem={problem} />
        {current && !mine && (
          <p className="text-ink-2">
            “{current.name}” is {current.owner}’s. Saving creates your own view.
          </p>
        )}
        <TextField
          id="view-name"
          label="Name"
          value={name}
          maxLength={MAX_NAME}
          autoComplete="off"
          required
          hint="Includes queue, filters, order, group and columns."
          onChange={(event) => setName(event.target.value)}
        />
        <label className={CHECK}>
          <input
            type="checkbox"
            className={CONTAINER}
            checked={shared}
            onChange={(event) => setShared(event.target.checked)}
          />
          Share with my team
        </label>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="main" disabled={busy || name.trim() === ""}>
            {mine ? (views.differs ? "Save changes" : "Save") : "Save view"}
          </Button>
          {mine && (
            <Button
              disabled={busy || name.trim() === "" || name.trim() === mine.name}
              onClick={() => void saveNew()}
            >
              Save as new view
            </Button>
          )}
        </div>
      </form>
      {current && (
        <div className="mt-4 flex flex-col gap-2 border-t border-line pt-3">
          <label className={CHECK}>
            <input
              type="checkbox"
              className={CONTAINER}
              checked={began}
              onChange={() => void begin(current, !began)}
            />
            Make this my default view
          </label>
          {views.differs && (
            <Button className="self-start" onClick={() => shown(current)}>
              Discard changes
            </Button>
          )}
          {mine &&
            (deleting ? (
              <div className="flex flex-wrap items-center gap-2">
                <span>{mine.shared ? "It will be deleted for everyone." : "This can’t be undone."}</span>
                <Button variant="danger" disabled={busy} onClick={() => void remove(mine)}>
                  Delete “{mine.name}”
                </Button>
                <Button onClick={() => setDeleting(false)}>Cancel</Button>
              </div>
            ) : (
              <Button variant="danger" className="self-start" onClick={() => setDeleting(true)}>
                Delete view
              </Button>
            ))}
        </div>
      )}
    </Panel>
  );
}
