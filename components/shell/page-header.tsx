import Link from "next/link";
import type { ReactNode } from "react";
import { LiveLine } from "@/components/realtime/status-line";
import { buttonClass } from "@/components/ui/button";
import { OnlyWho } from "@/components/ui/permissions";
import { SearchContainer } from "./search-field";

/** One breadcrumb of a page. */
export type Crumb = { href: string; label: string };

/**
 * The header of every page: title, status line, search, and the link to track a number. `search` replaces the general
 * search on pages with their own.
 */
export function PageTop({
  title,
  crumbs = [],
  search,
  query,
  track = true,
}: {
  /** Absent if the page has its own heading further down. */
  title?: string;
  crumbs?: readonly Crumb[];
  search?: ReactNode;
  query?: string;
  track?: boolean;
}) {
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-3.5 gap-y-2">
      {crumbs.length > 0 && (
        <nav aria-label="Breadcrumb" data-breadcrumb className="flex gap-1 text-note text-ink-3">
          {crumbs.map((crumb, index) => (
            <span key={crumb.href}>
              <Link href={crumb.href} className="hover:text-ink hover:underline">
                {crumb.label}
              </Link>
              {(title || index < crumbs.length - 1) && <span aria-hidden> /</span>}
            </span>
          ))}
        </nav>
      )}
      {title && <h1 className="text-title font-[620] tracking-tight">{title}</h1>}
      <LiveLine />
      <div className="flex flex-1 items-center justify-end gap-3.5 max-md:w-full max-md:flex-none">
        {search ?? <SearchContainer query={query} />}
        {track && (
          <OnlyWho may="dispatch">
            <Link href="/track" className={`${buttonClass("main")} max-md:hidden`}>
              Track a container
            </Link>
          </OnlyWho>
        )}
      </div>
    </div>
  );
}
