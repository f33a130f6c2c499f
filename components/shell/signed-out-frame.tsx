import type { ReactNode } from "react";

/** The layout of pages without a session: the form, and the contact for help below it. */
export function SignInLayout({
  title,
  children,
  help,
}: {
  title: string;
  children: ReactNode;
  help?: ReactNode;
}) {
  return (
    <main className="grid min-h-dvh grid-rows-[1fr_auto_1.4fr] px-4">
      <div className="row-start-2 mx-auto w-full max-w-[340px]">
        <p className="mb-4 flex items-center gap-2 px-1 text-lead font-[650] tracking-tight">
          <span aria-hidden className="brand-mark" />
          Drayboard
        </p>
        <div className="forced-frame rounded-card border border-line bg-surface px-5 pt-4.5 pb-3">
          <h1 className="mb-4 text-title font-[620] tracking-tight">{title}</h1>
          {children}
        </div>
        {help && <p className="mt-3.5 px-1 text-note text-ink-3">{help}</p>}
      </div>
    </main>
  );
}
