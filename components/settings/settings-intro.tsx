import type { ReactNode } from "react";

/** What a page of the settings is about; `stale` says that what stands here could not be read again. */
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
        {stale && "This could not be read again just now. It is tried every few seconds."}
      </p>
    </div>
  );
}
