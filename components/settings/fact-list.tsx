import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";
import { CopyButton } from "@/components/ui/copy-button";

/** A list of labeled facts, one per line. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-x-3 gap-y-2 sm:grid-cols-[11rem_minmax(0,1fr)] sm:gap-x-4">
      {children}
    </dl>
  );
}

/** One fact. `note` is shown below it. `long`: uses the whole width on a phone. */
export function Fact({
  label,
  note,
  long = false,
  children,
}: {
  label: string;
  note?: ReactNode;
  long?: boolean;
  children: ReactNode;
}) {
  return (
    <>
      <dt className={classNames("text-ink-2", long && "max-sm:col-span-2 max-sm:-mb-1.5")}>{label}</dt>
      <dd className={classNames("min-w-0 wrap-anywhere", long && "max-sm:col-span-2")}>
        {children}
        {note && <span className="block text-note text-ink-3">{note}</span>}
      </dd>
    </>
  );
}

/** An address or id with a copy button. */
export function CopyText({ text, what }: { text: string; what: string }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1 align-top">
      <span className="min-w-0 font-mono text-[12.5px] wrap-anywhere">{text}</span>
      <span className="-my-1 inline-flex shrink-0">
        <CopyButton text={text} what={what} />
      </span>
    </span>
  );
}
