import { ChevronLeft, ChevronRight } from "lucide-react";
import Link from "next/link";
import { classNames } from "@/components/ui/class-names";
import { containerHref } from "@/lib/features/containers/urls";

/** The previous and next containers in the list of origin. Ids are null at its ends. */
export type ListPlace = { previous: string | null; next: string | null; place: number; total: number };

const STEP =
  "inline-flex size-7.5 items-center justify-center rounded-field border border-line-strong bg-surface";

function Step({ id, from, rel }: { id: string | null; from: string; rel: "prev" | "next" }) {
  const Icon = rel === "prev" ? ChevronLeft : ChevronRight;
  const label = rel === "prev" ? "Previous in list" : "Next in list";
  if (id === null)
    return (
      <span aria-hidden className={classNames(STEP, "text-ink-3 opacity-55")}>
        <Icon size={15} />
      </span>
    );
  return (
    <Link
      href={containerHref(id, from)}
      rel={rel}
      aria-label={label}
      title={label}
      className={classNames(STEP, "hover:bg-raised")}
    >
      <Icon aria-hidden size={15} />
    </Link>
  );
}

/**
 * Moves through the list of origin. `place` is null if the container is not in it (any more), and absent while loading.
 */
export function ListSteps({ from, place }: { from: string; place?: ListPlace | null }) {
  const text = place
    ? `${place.place.toLocaleString("en-US")} of ${place.total.toLocaleString("en-US")}`
    : place === null
      ? "no longer in this list"
      : "";
  return (
    <nav aria-label="Previous and next container" className="flex items-center gap-1.5">
      <Step id={place?.previous ?? null} from={from} rel="prev" />
      <Step id={place?.next ?? null} from={from} rel="next" />
      <span className="min-w-16 text-note text-ink-3">{text}</span>
    </nav>
  );
}
