import type { ReactNode } from "react";

/** The introduction of a settings page. `stale` shows that its data could not be refetched. */
export function SettingsIntro({
  title,
  stale,
  children,
}: {
  title: string;
  stale: boolean;
  children: ReactNode;
}) {
  return (
    <div>
      <h2 className="text-lead font-[600]">{title}</h2>
      <p className="mt-0.5 max-w-[75ch] text-ink-2">{children}</p>
      <p role="status" className="text-soon">
        {stale && "Couldn’t refresh this page. Retrying every few seconds."}
      </p>
    </div>
  );
}
