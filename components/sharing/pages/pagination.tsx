import Link from "next/link";
import { buttonClass } from "@/components/ui/button";

/** The pagination of a list. `hrefOf` returns the address of a page. Renders nothing for a single page. */
export function PageSteps({
  page,
  pages,
  total,
  hrefOf,
}: {
  page: number;
  pages: number;
  total: number;
  hrefOf: (page: number) => string;
}) {
  if (pages <= 1) return null;
  return (
    <nav aria-label="Pages" className="mt-3 flex flex-wrap items-center gap-2 print:hidden">
      {page > 1 && (
        <Link href={hrefOf(page - 1)} prefetch={false} className={buttonClass()}>
          Before
        </Link>
      )}
      <p className="text-ink-2">
        Page {page} of {pages}, {total} in all
      </p>
      {page < pages && (
        <Link href={hrefOf(page + 1)} prefetch={false} className={buttonClass()}>
          Next
        </Link>
      )}
    </nav>
  );
}
