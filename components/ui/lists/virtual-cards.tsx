import type { ReactNode, RefObject } from "react";

/**
 * The list element for the cards of `useCardWindow`. `outdated`: the cards belong to the previous list while the new
 * one is loading.
 */
export function CardList({
  cards,
  height,
  label,
  outdated,
  children,
}: {
  cards: RefObject<HTMLUListElement | null>;
  /** The height of the whole list in px. */
  height: number;
  label: string;
  outdated: boolean;
  children: ReactNode;
}) {
  return (
    <ul ref={cards} aria-label={label} aria-busy={outdated} className="relative" style={{ height }}>
      {children}
    </ul>
  );
}
