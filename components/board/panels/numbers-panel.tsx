"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useMemo, useState } from "react";
import { BoardRequestError, fetchNumbersReport, keepNumbers } from "@/components/board/data/requests";
import type { NumbersReport } from "@/components/board/page-data";
import { keepDraft } from "@/components/tracking-requests/list-import/list-draft";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Field, FieldError, fieldClass, fieldProps } from "@/components/ui/forms/field";
import { Panel } from "@/components/ui/panel";
import { formatContainerNumber } from "@/lib/contract/container-number";
import { MAX_LINES, parsePastedNumbers, type UnreadableLine } from "@/lib/domain/numbers/number-list";
import { type BoardQuery, MAX_NUMBERS_IN_ADDRESS } from "@/lib/features/board/rules/board-address";

/** Maximum number of rendered numbers. The rest is counted and can be copied. */
const DRAWN = 200;
/** Longer text is stored outside the field, because a field with that many lines blocks typing. */
const MAX_IN_FIELD = 20_000;

const counted = (count: number, one: string): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : `${one}s`}`;

const trackHref = (number: string): string => `/track?${new URLSearchParams({ number })}`;

function Missing({ numbers }: { numbers: readonly string[] }) {
  return (
    <section aria-label="Not found" className="mt-3">
      <h3 className="flex flex-wrap items-center gap-2 font-[580]">
        {counted(numbers.length, "number")} not on this board
        <CopyButton text={numbers.join("\n")} what="numbers not found" />
        <Link
          href="/track/list"
          prefetch={false}
          onClick={() => keepDraft({ name: null, text: numbers.join("\n"), layout: null })}
          className="inline-flex min-h-6 items-center font-normal text-accent hover:underline"
        >
          Track all
        </Link>
      </h3>
      <ul className="mt-1.5 grid max-h-40 grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-x-3 overflow-y-auto rounded-field border border-line px-2.5 py-1.5 font-mono text-note">
        {numbers.slice(0, DRAWN).map((number) => (
          <li key={number}>
            <Link
              href={trackHref(number)}
              prefetch={false}
              title="Track this number"
              className="text-accent hover:underline"
            >
              {formatContainerNumber(number)}
            </Link>
          </li>
        ))}
        {numbers.length > DRAWN && (
          <li className="font-sans text-ink-3">
            and {(numbers.length - DRAWN).toLocaleString("en-US")} more
          </li>
        )}
      </ul>
      <p className="mt-1.5 text-note text-ink-3">Select a number to track it.</p>
    </section>
  );
}

function Unreadable({ lines, count }: { lines: readonly UnreadableLine[]; count: number }) {
  return (
    <section aria-label="Unrecognized lines" className="mt-3">
      <h3 className="font-[580]">{counted(count, "line")} with no container number</h3>
      <ul className="mt-1.5 max-h-40 overflow-y-auto rounded-field border border-line px-2.5 py-1.5 text-note">
        {lines.slice(0, DRAWN).map(({ line, text }) => (
          <li key={line} className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-2">
            <span className="text-ink-3">line {line.toLocaleString("en-US")}</span>
            <span className="truncate" dir="auto">
              {text}
            </span>
          </li>
        ))}
        {count > DRAWN && (
          <li className="text-ink-3">
            and {(count - Math.min(DRAWN, lines.length)).toLocaleString("en-US")} more
          </li>
        )}
      </ul>
    </section>
  );
}

/** The report on the numbers: on the board, missing, and not a number. */
function Report({ report }: { report: NumbersReport }) {
  return (
    <div role="status">
      <p>
        <b className="font-[580]">{report.found.toLocaleString("en-US")}</b> of{" "}
        {counted(report.requestedCount, "container number")} found.
      </p>
      {report.missing.length > 0 && <Missing numbers={report.missing} />}
      {report.unreadableCount > 0 && <Unreadable lines={report.unreadable} count={report.unreadableCount} />}
    </div>
  );
}

/** The panel to paste a column of numbers, with the report on the current filter. */
export function NumbersPanel({
  query,
  onQuery,
  onClose,
}: {
  query: BoardQuery;
  onQuery: (query: BoardQuery) => void;
  onClose: () => void;
}) {
  const [text, setText] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [rubbish, setRubbish] = useState<readonly UnreadableLine[]>([]);
  const requested = query.list !== null || query.numbers.length > 0;
  const report = useQuery({
    queryKey: ["board-numbers", query.list, query.numbers.join(",")],
    queryFn: ({ signal }) => fetchNumbersReport(query, signal),
    enabled: requested,
  });

  async function show(): Promise<void> {
    const pasted = parsePastedNumbers(text);
    if (pasted.numbers.length === 0) {
      setProblem("No container numbers found. Enter four letters and seven digits per line.");
      return;
    }
    setProblem(null);
    if (pasted.numbers.length <= MAX_NUMBERS_IN_ADDRESS) {
      setRubbish(pasted.unreadable);
      onQuery({ ...query, numbers: pasted.numbers, list: null });
      setText("");
      return;
    }
    setBusy(true);
    try {
      const { id } = await keepNumbers(text);
      setRubbish([]);
      onQuery({ ...query, numbers: [], list: id });
      setText("");
    } catch (error) {
      setProblem(
        error instanceof BoardRequestError ? error.message : "The numbers were not saved. Try again.",
      );
    } finally {
      setBusy(false);
    }
  }

  const lines = useMemo(() => (text === "" ? 0 : text.split(/\r\n|[\n\r]/).length), [text]);
  const aside = text.length > MAX_IN_FIELD;
  const reported = report.data && {
    ...report.data,
    unreadable: rubbish.length > 0 ? [...rubbish] : report.data.unreadable,
    unreadableCount: rubbish.length > 0 ? rubbish.length : report.data.unreadableCount,
  };
  return (
    <Panel title="Pasted numbers" onClose={onClose} wide>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void show();
        }}
      >
        <Field
          id="pasted-numbers"
          label="Container numbers, one per line"
          error={problem}
          hint={
            lines > MAX_LINES
              ? `Only the first ${MAX_LINES.toLocaleString("en-US")} of ${lines.toLocaleString("en-US")} lines are used.`
              : "You can paste from a spreadsheet. Other cells, spaces and dashes are ignored."
          }
        >
          <textarea
            {...fieldProps("pasted-numbers", { hint: true, error: problem })}
            rows={6}
            wrap="off"
            spellCheck={false}
            autoComplete="off"
            value={aside ? "" : text}
            placeholder={aside ? `${counted(lines, "line")} pasted` : undefined}
            className={`${fieldClass(problem !== null)} font-mono`}
            onPaste={(event) => {
              const pasted = event.clipboardData.getData("text");
              if (pasted.length <= MAX_IN_FIELD) return;
              event.preventDefault();
              setText(text === "" ? pasted : `${text}\n${pasted}`);
            }}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <div className="mt-2 flex flex-wrap gap-2">
          <Button type="submit" variant="main" disabled={busy || text.trim() === ""}>
            {busy ? "Reading numbers…" : "Show these containers"}
          </Button>
          {aside && <Button onClick={() => setText("")}>Clear</Button>}
          {requested && (
            <Button
              onClick={() => {
                setRubbish([]);
                onQuery({ ...query, numbers: [], list: null });
              }}
            >
              Show all containers
            </Button>
          )}
        </div>
      </form>
      {requested && (
        <div className="mt-4 border-t border-line pt-3">
          {reported ? (
            <Report report={reported} />
          ) : report.error ? (
            <FieldError>{report.error.message}</FieldError>
          ) : (
            <p className="text-ink-3">Comparing with the board…</p>
          )}
        </div>
      )}
    </Panel>
  );
}
