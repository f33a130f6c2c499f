import { Skeleton } from "@/components/ui/skeleton";

/** The placeholder of a page with cards or a list while it loads. */
export function PageSkeleton({ title, aside = false }: { title?: string; aside?: boolean }) {
  return (
    <div aria-busy>
      <div className="mb-3 flex min-h-8.5 items-center gap-3.5">
        {title ? (
          <h1 className="text-title font-[620] tracking-tight">{title}</h1>
        ) : (
          <Skeleton className="h-4 w-24" />
        )}
        <Skeleton className="ml-auto h-8 w-80 max-w-1/2" />
      </div>
      {!title && <Skeleton className="mb-4 h-7 w-72 max-w-full" />}
      <div className={aside ? "grid gap-3.5 lg:grid-cols-[minmax(0,1fr)_380px]" : "grid gap-3.5"}>
        <div className="flex flex-col gap-3.5">
          <Skeleton className="h-28 rounded-card" />
          <Skeleton className="h-24 rounded-card" />
          <Skeleton className="h-48 rounded-card" />
        </div>
        {aside && <Skeleton className="h-64 rounded-card max-lg:hidden" />}
      </div>
      <p role="status" className="sr-only">
        Loading…
      </p>
    </div>
  );
}
