import { classNames } from "@/components/ui/class-names";

/** The used part of a bucket. The figure next to it contains the same information. */
export function BucketBar({ used, capacity }: { used: number; capacity: number }) {
  const share = Math.min(1, capacity > 0 ? used / capacity : 1);
  return (
    <span aria-hidden className="block h-1.5 w-full max-w-56 overflow-hidden rounded-full bg-line">
      <span
        className={classNames("block h-full rounded-full", share >= 0.9 ? "bg-soon" : "bg-accent")}
        style={{ width: `${Math.round(share * 100)}%` }}
      />
    </span>
  );
}
