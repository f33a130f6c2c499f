import type { ReactNode } from "react";

/** Facts by name, one a line. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)] gap-y-0.5 sm:grid-cols-[11rem_minmax(0,1fr)] sm:gap-x-4 sm:gap-y-2">
      {children}
    </dl>
  );
}

/** One of them; `note` stands below it. */
export function Fact({ label, note, children }: { label: string; note?: ReactNode; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-2 max-sm:mt-1.5">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">
        {children}
        {note && <span className="block text-note text-ink-3">{note}</span>}
      </dd>
    </>
  );
}
