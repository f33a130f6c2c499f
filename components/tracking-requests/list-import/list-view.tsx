"use client";

import { useRouter } from "next/navigation";
import { useEffect, useMemo, useState } from "react";
import { BoardRequestError } from "@/components/board/data/requests";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/forms/field";
import { discardDraft } from "@/components/ui/forms/form-draft";
import {
  guessLayout,
  type KnownHeadings,
  type ListCells,
  type ListLayout,
  layoutWith,
} from "@/lib/features/tracking-requests/list-import/rules/columns";
import { timeLeftText } from "@/lib/features/tracking-requests/list-import/rules/row-outcome";
import { statusOf } from "@/lib/features/tracking-requests/list-import/rules/row-status";
import { type ListRow, partyNames, readList } from "@/lib/features/tracking-requests/list-import/rules/rows";
import { isTracked } from "@/lib/features/tracking-requests/rules/tracked-number";
import { joined } from "@/lib/platform/text/bidi";
import { counted } from "@/lib/platform/text/counted";
import { ColumnChoice } from "./column-mapping";
import { findDraft, keepDraft } from "./list-draft";
import { GiveList, type GivenText, LIST_FORM } from "./list-input";
import { ListPreview } from "./list-preview";
import { parseList } from "./parse-list";
import { giveList } from "./requests";
import { type Known, useKnown } from "./use-tracked-numbers";

type Party = { id: string; name: string };
type Given = { source: GivenText; cells: ListCells; separator: string };

/** One line about how the list's text was interpreted. */
function Reading({
  given,
  titles,
  blank,
  onAway,
}: {
  given: Given;
  titles: number;
  blank: number;
  onAway: () => void;
}) {
  const { source, cells, separator } = given;
  const wide = cells.some((row) => row.length > 1);
  const facts = [
    source.encoding,
    wide ? `separated by ${separator === "comma" ? "commas" : `${separator}s`}` : null,
    titles > 0 ? `${counted(titles, "row")} above the headings` : null,
    blank > 0 ? counted(blank, "blank row") : null,
  ].filter((fact) => fact !== null);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <b className="min-w-0 font-[580] wrap-anywhere">{source.name ?? "Pasted list"}</b>
      <span className="text-ink-3">{joined(facts)}</span>
      <Button variant="quiet" onClick={onAway}>
        Use another list
      </Button>
    </div>
  );
}

/** The row counts by state, and the button that submits the list. */
function TrackBar({
  given,
  layout,
  rows,
  known,
  even,
  onEven,
}: {
  given: Given;
  layout: ListLayout;
  rows: readonly ListRow[];
  known: Known;
  even: boolean;
  onEven: (even: boolean) => void;
}) {
  const router = useRouter();
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const standings = rows.map((row) => statusOf(row, known.known, even));
  const asks = standings.filter((status) => status === "ready").length;
  const wrong = standings.filter((status) => status === "wrong").length;
  const time = timeLeftText(asks);
  const asking = known.state === "asking";
  const facts = [
    time && `Takes ${time}. You can leave this page.`,
    wrong > 0 &&
      `${counted(wrong, "row")} with errors ${wrong === 1 ? "is" : "are"} skipped and can be downloaded.`,
  ];

  async function send(): Promise<void> {
    setSending(true);
    setProblem(null);
    try {
      const { id } = await giveList({ name: given.source.name, cells: given.cells, layout, even });
      keepDraft(null);
      discardDraft(LIST_FORM);
      router.push(`/track/list/${id}`);
    } catch (error) {
      setProblem(error instanceof BoardRequestError ? error.message : "Couldn’t upload the list. Try again.");
      setSending(false);
    }
  }
  return (
    <div className="sticky top-0 z-10 flex flex-wrap items-center gap-x-3.5 gap-y-2 rounded-card border border-line bg-surface px-3.5 py-2.5">
      <Button variant="main" disabled={asks === 0 || sending || asking} onClick={() => void send()}>
        {sending ? "Uploading…" : `Track ${counted(asks, "number")}`}
      </Button>
      <span className="text-ink-2" role="status">
        {asking ? "Checking which numbers are already tracked…" : facts.filter(Boolean).join(" ")}
      </span>
      {([...known.known.values()].some(isTracked) || even) && (
        <label className="flex min-h-6 items-center gap-1.5">
          <input type="checkbox" checked={even} onChange={({ target }) => onEven(target.checked)} />
          Include numbers already tracked
        </label>
      )}
      {known.state === "failed" && (
        <FieldError>
          Couldn’t check which numbers are already tracked. Drayboard checks again before requesting.
        </FieldError>
      )}
      {problem && <FieldError>{problem}</FieldError>}
    </div>
  );
}

function Ready({
  given,
  layout,
  parties,
  headings,
  onLayout,
  onAway,
}: {
  given: Given;
  layout: ListLayout;
  parties: readonly Party[];
  headings: KnownHeadings;
  onLayout: (layout: ListLayout) => void;
  onAway: () => void;
}) {
  const [even, setEven] = useState(false);
  const { cells } = given;
  const names = useMemo(() => partyNames(parties), [parties]);
  const { rows, titles, blank } = useMemo(() => readList(cells, layout, names), [cells, layout, names]);
  const known = useKnown(rows);
  return (
    <div className="flex flex-col gap-3.5">
      <Reading given={given} titles={titles} blank={blank} onAway={onAway} />
      <ColumnChoice
        cells={cells}
        layout={layout}
        onLayout={onLayout}
        onHeadingRow={(row) => onLayout(layoutWith(cells, row, headings))}
      />
      <TrackBar given={given} layout={layout} rows={rows} known={known} even={even} onEven={setEven} />
      <ListPreview rows={rows} known={known.known} even={even} />
    </div>
  );
}

/** The import of a list of numbers: input, column mapping, preview and submit. */
export function ListView({ parties, headings }: { parties: readonly Party[]; headings: KnownHeadings }) {
  const [options, setGiven] = useState<Given | null>(null);
  const [layout, setLayout] = useState<ListLayout | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  function take(source: GivenText, stored: ListLayout | null): void {
    const parsed = parseList(source.text);
    if ("problem" in parsed) {
      setProblem(source.name ? `${source.name}: ${parsed.problem}` : parsed.problem);
      return;
    }
    setProblem(null);
    const chosen = stored ?? guessLayout(parsed.cells, headings);
    setGiven({ source, ...parsed });
    setLayout(chosen);
    keepDraft({ name: source.name, text: source.text, layout: chosen });
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, after the page has loaded
  useEffect(() => {
    const draft = findDraft();
    if (draft) take({ name: draft.name, text: draft.text, encoding: null }, draft.layout);
  }, []);

  if (!options || !layout) return <GiveList problem={problem} onText={(source) => take(source, null)} />;
  return (
    <Ready
      given={options}
      layout={layout}
      parties={parties}
      headings={headings}
      onLayout={(next) => {
        setLayout(next);
        keepDraft({ name: options.source.name, text: options.source.text, layout: next });
      }}
      onAway={() => {
        setGiven(null);
        keepDraft(null);
      }}
    />
  );
}
