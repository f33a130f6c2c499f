import type { ReactNode, RefObject } from "react";
import { classNames } from "@/components/ui/class-names";

/** The list that the cards of `useCardWindow` stand in; `outdated`: those of another list are on their way. */
export function CardList({
  cards,
  height,
  label,
  outdated,
  children,
}: {
  cards: RefObject<HTMLUListElement | null>;
  /** Of the whole list, px. */
  height: number;
  label: string;
  outdated: boolean;
  children: ReactNode;
}) {
  return (
    <ul
      ref={cards}
      aria-label={label}
      aria-busy={outdated}
      className={classNames("relative", outdated && "opacity-60")}
      style={{ height }}
    >
      {children}
    </ul>
  );
}
