import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names";

/**
 * A plain table in a scrollable container; `label` names its content. The container is the positioning parent of texts
 * for screen readers, which would otherwise widen the page when the table is wider than the screen. `bare`: no row has
 * a focusable element, so the container is focusable and can be scrolled by keyboard.
 */
export function Table({
  label,
  heads,
  bare = false,
  children,
}: {
  label: string;
  heads: ReactNode;
  bare?: boolean;
  children: ReactNode;
}) {
  const region = { role: "region", tabIndex: 0, "aria-label": label };
  return (
    <div
      {...(bare ? region : null)}
      className="relative overflow-x-auto rounded-card border border-line bg-surface"
    >
      <table className="w-full border-collapse">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr className="bg-raised text-left text-small text-ink-3">{heads}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

export function Head({ className, ...rest }: ComponentProps<"th">) {
  return (
    <th
      scope="col"
      {...rest}
      className={classNames("border-b border-line px-2.5 py-1.75 font-medium whitespace-nowrap", className)}
    />
  );
}

export function Row({ className, ...rest }: ComponentProps<"tr">) {
  return (
    <tr {...rest} className={classNames("border-b border-line last:border-b-0 hover:bg-raised", className)} />
  );
}

export function Cell({ className, ...rest }: ComponentProps<"td">) {
  return <td {...rest} className={classNames("px-2.5 py-1.5 align-top", className)} />;
}

/** The small second line of a cell. */
export function Note({ children }: { children: ReactNode }) {
  return <span className="block text-small text-ink-3">{children}</span>;
}
