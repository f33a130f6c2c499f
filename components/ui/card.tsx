import type { ReactNode } from "react";
import { classNames } from "./class-names";

/** A titled section of a page. `aside` is shown at the end of the title row. */
export function Card({
  title,
  aside,
  children,
  className,
}: {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
  className?: string;
}) {
  return (
    <section className={classNames("rounded-card border border-line bg-surface px-3.5 py-3", className)}>
      <div className="mb-2 flex items-baseline justify-between gap-3 text-note text-ink-2">
        <h2 className="font-[560]">{title}</h2>
        {aside && <div className="text-right">{aside}</div>}
      </div>
      {children}
    </section>
  );
}
