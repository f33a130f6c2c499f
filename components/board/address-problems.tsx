"use client";

import { Button } from "@/components/ui/button";
import { CHOICE_LABELS } from "@/lib/features/board/rules/filters";
import type { AddressProblem } from "@/lib/platform/text/query-params";

const DRAWN = 5;
const MAX_SHOWN = 60;

/** The parts of an address that were ignored as invalid, each with its parameter. The rest of the address applies. */
export function AddressNotice({
  problems,
  of = "the board",
  labels = CHOICE_LABELS,
  onTidy,
}: {
  problems: readonly AddressProblem[];
  /** What the address belongs to. */
  of?: string;
  /** The labels of its filters, by parameter. */
  labels?: Readonly<Record<string, string>>;
  /** Rewrites the address without the invalid parts. */
  onTidy: () => void;
}) {
  if (problems.length === 0) return null;
  return (
    <div
      role="alert"
      className="mb-2.5 flex shrink-0 flex-wrap items-start gap-3 rounded-card border border-soon/50 bg-soon-soft px-3.5 py-2"
    >
      <div className="min-w-0 flex-1">
        <p className="font-[580] text-soon">Some filters in this link are invalid for {of}.</p>
        <ul className="mt-0.5">
          {problems.slice(0, DRAWN).map(({ place, value, text }) => (
            <li key={`${place} ${value}`} className="break-words">
              <code className="font-mono text-note">{place.slice(0, MAX_SHOWN)}</code>
              {Object.hasOwn(labels, place) && ` (${labels[place]?.toLowerCase()})`}: “
              <bdi>{value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value}</bdi>” – {text}.
            </li>
          ))}
          {problems.length > DRAWN && <li>And {problems.length - DRAWN} more.</li>}
        </ul>
      </div>
      <Button onClick={onTidy}>Remove them</Button>
    </div>
  );
}
