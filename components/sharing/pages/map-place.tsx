import type { ReactNode } from "react";
import { mapHref } from "@/lib/features/sharing/rules/driver-move";

/** A place with a link to its map. `mark` is shown after the place. */
export function MapPlace({ children, mark }: { children: string; mark?: ReactNode }) {
  return (
    <>
      {children}
      {mark}
      <a
        href={mapHref(children)}
        target="_blank"
        rel="noreferrer noopener"
        className="flex min-h-11 w-fit items-center text-accent underline print:hidden"
      >
        Open map<span className="sr-only"> of {children}</span>
      </a>
    </>
  );
}
