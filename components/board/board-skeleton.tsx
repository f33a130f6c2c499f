"use client";

import { Skeleton } from "@/components/ui/skeleton";

const QUEUES = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];
const ROWS = Array.from({ length: 14 }, (_, index) => `row ${index}`);

/**
 * The board's placeholder while its first page loads. It has the same layout, so nothing moves when the rows arrive.
 */
export function BoardSkeleton() {
  return (
    <div className="flex flex-col md:h-[calc(100dvh-2.375rem)] md:min-h-[34rem]" aria-busy>
      <div className="mb-3 flex h-8.5 items-center gap-3.5">
        <h1 className="text-title font-[620] tracking-tight">Board</h1>
        <Skeleton className="ml-auto h-8 w-80 max-w-1/2" />
      </div>
      <div className="mb-2.5 flex h-[76px] overflow-hidden rounded-card border border-line bg-surface">
        {QUEUES.map((queue) => (
          <div
            key={queue}
            className="min-w-[124px] flex-1 border-r border-line px-3.5 pt-2.5 last:border-r-0"
          >
            <Skeleton className="h-4 w-8" />
            <Skeleton className="mt-2.5 h-2.5 w-20" />
          </div>
        ))}
      </div>
      <div className="mb-2.5 flex gap-1.5">
        {QUEUES.slice(0, 4).map((chip) => (
          <Skeleton key={chip} className="h-6.5 w-24" />
        ))}
      </div>
      <div className="min-h-0 flex-1 overflow-hidden rounded-card border border-line bg-surface">
        {ROWS.map((row) => (
          <div key={row} className="flex h-[46px] items-center gap-8 border-b border-line px-2.5">
            <Skeleton className="h-2.5 w-28" />
            <Skeleton className="h-4 w-20" />
            <Skeleton className="h-2.5 w-24" />
            <Skeleton className="h-2.5 w-32 max-md:hidden" />
            <Skeleton className="h-2.5 w-20 max-md:hidden" />
            <Skeleton className="h-2.5 w-24 max-lg:hidden" />
          </div>
        ))}
      </div>
      <p className="sr-only" role="status">
        Loading board…
      </p>
    </div>
  );
}
