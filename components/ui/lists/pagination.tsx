"use client";

import { Button } from "@/components/ui/button";

/** The way through a long list page by page; nothing where one page holds it. */
export function RowPages({
  offset,
  size,
  total,
  onOffset,
}: {
  /** Rows before the first one shown. */
  offset: number;
  /** Rows a page. */
  size: number;
  total: number;
  onOffset: (offset: number) => void;
}) {
  if (total <= size) return null;
  return (
    <nav aria-label="More rows" className="flex items-center gap-2">
      <Button disabled={offset === 0} onClick={() => onOffset(Math.max(0, offset - size))}>
        Before
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
