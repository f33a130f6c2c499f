import type { ReactNode } from "react";
import { PageTop } from "@/components/shell/page-header";
import type { AddressProblem } from "@/lib/platform/text/query-params";
import { PrintButton } from "./print-button";

/** The top of a print view, which is not printed: how to print, the way back, and what the link has that is ignored. */
export function PrintTop({
  title,
  from,
  isEmpty,
  back,
  problems,
}: {
  title: string;
  /** The page before. */
  from: { href: string; label: string };
  isEmpty: boolean;
  /** The button that leads back. */
  back: ReactNode;
  problems: readonly AddressProblem[];
}) {
  return (
    <div className="print:hidden">
      <PageTop title={title} crumbs={[from]} track={false} />
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <PrintButton disabled={isEmpty} />
        {back}
        <p className="text-note text-ink-3">Letter or A4. Landscape orientation fits best.</p>
      </div>
      {problems.map(({ place, value, text }) => (
        <p key={`${place} ${value}`} role="alert" className="mb-2 wrap-anywhere text-soon">
          Ignored “{place}” in this link: {text}.
        </p>
      ))}
    </div>
  );
}

/** A table on paper. */
export function PaperTable({ heads, children }: { heads: readonly string[]; children: ReactNode }) {
  return (
    <table className="w-full min-w-[700px] border-collapse text-left print:min-w-0">
      <thead>
        <tr>
          {heads.map((head) => (
            <th
              key={head}
              scope="col"
              className="border-b border-line-strong py-1 pr-3 text-small font-[600]"
            >
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
