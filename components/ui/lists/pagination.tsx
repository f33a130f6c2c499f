"use client";

import { Button } from "@/components/ui/button";

/** The pagination of a long list. Renders nothing if one page is enough. */
export function RowPages({
  offset,
  size,
  total,
  onOffset,
}: {
  /** The number of rows before the first shown one. */
  offset: number;
  /** Rows per page. */
  size: number;
  total: number;
  onOffset: (offset: number) => void;
}) {
  if (total <= size) return null;
  return (
    <nav aria-label="Pagination" className="flex items-center gap-2">
      <Button disabled={offset === 0} onClick={() => onOffset(Math.max(0, offset - size))}>
        Previous
      </Button>
      <span className="text-ink-3">
        {(offset + 1).toLocaleString("en-US")} to {Math.min(total, offset + size).toLocaleString("en-US")} of{" "}
        {total.toLocaleString("en-US")}
      </span>
      <Button disabled={offset + size >= total} onClick={() => onOffset(offset + size)}>
        Next
      </Button>
    </nav>
  );
}
