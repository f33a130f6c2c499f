import { mapHref } from "@/lib/features/sharing/rules/driver-move";

/** A place with a link to its map. */
export function MapPlace({ children }: { children: string }) {
  return (
    <>
      {children}
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
