import type { ReactNode } from "react";

/** A row of figures. */
export function Figures({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line lg:grid-cols-4">
      {children}
    </dl>
  );
}

/** One figure. `note` explains how it is measured. */
export function Figure({ label, note, children }: { label: string; note?: ReactNode; children: ReactNode }) {
  return (
    <div className="bg-surface px-3.5 py-3">
      <dt className="text-note text-ink-2">{label}</dt>
      <dd className="mt-0.5 text-figure font-[580]">
        {children}
        {note && <span className="block text-note font-normal text-ink-3">{note}</span>}
      </dd>
    </div>
  );
}
