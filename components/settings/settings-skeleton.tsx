import { Skeleton } from "@/components/ui/skeleton";

/** The placeholder of a settings page while it loads. */
export function SettingsSkeleton() {
  return (
    <div aria-busy className="flex flex-col gap-3.5">
      <Skeleton className="h-5 w-40" />
      <Skeleton className="h-40 rounded-card" />
      <Skeleton className="h-56 rounded-card" />
      <p role="status" className="sr-only">
        Loading…
      </p>
    </div>
  );
}
