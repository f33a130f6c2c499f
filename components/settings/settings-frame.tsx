import type { ReactNode } from "react";
import { PageTop } from "@/components/shell/page-header";

/** The layout of the settings pages: the navigation `nav` at the side, on a phone above the content. */
export function SettingsFrame({ nav, children }: { nav: ReactNode; children: ReactNode }) {
  return (
    <>
      <PageTop title="Settings" track={false} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-5 gap-y-3 md:grid-cols-[150px_minmax(0,1fr)]">
        {/*
         * Relative: the groups' hidden names are placed absolutely. Otherwise they would widen the page instead of the scrolled
         * element.
         */}
        <nav
          aria-label="Settings"
          className="relative -mx-3 flex gap-3 overflow-x-auto px-3 py-0.5 md:sticky md:top-3.5 md:mx-0 md:flex-col md:px-0"
        >
          {nav}
        </nav>
        <div className="flex max-w-[1080px] min-w-0 flex-col gap-3.5">{children}</div>
      </div>
    </>
  );
}
