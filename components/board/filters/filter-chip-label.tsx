import { classNames } from "@/components/ui/class-names";

/** Class names of a filter's chip. `set` is true when it narrows the board. */
export function chipClass(set: boolean): string {
  return classNames(
    "inline-flex shrink-0 min-h-6.5 max-w-64 items-center gap-1 rounded-chip border px-2.25 py-0.75 max-md:min-h-8",
    set
      ? "border-accent bg-accent-soft text-ink"
      : "border-line bg-surface text-ink-2 hover:border-line-strong",
  );
}

export function FilterChipLabel({ label, chosen }: { label: string; chosen: string | null }) {
  return (
    <>
      {label} <b className="truncate font-[560] text-ink">{chosen ?? "any"}</b>
    </>
  );
}
