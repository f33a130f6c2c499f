import type { ReactNode } from "react";

/** An empty page or list: the explanation and the next step. */
export function Notice({
  title,
  children,
  action,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center gap-2 px-6 py-14 text-center">
      <p className="max-w-full text-lead font-[580] wrap-anywhere">{title}</p>
      {children && <div className="max-w-[52ch] text-ink-2">{children}</div>}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
