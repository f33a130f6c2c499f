import type { BoardRow } from "@/lib/domain/board-row/board-row";
import { counted } from "@/lib/platform/text/counted";

/** The containers of a shipment, and those of them that were picked up. */
export type ContainerCounts = { containers: number; pickedUp: number };

/** Counts the containers of a shipment, the same on its page and in the list. */
export const countContainers = (rows: readonly Pick<BoardRow, "readiness">[]): ContainerCounts => ({
  containers: rows.length,
  pickedUp: rows.filter(({ readiness }) => readiness.state === "picked_up").length,
});

/** For example "6 containers", "4 of 6 containers picked up", "all 6 containers picked up". */
export function containerCountText({ containers, pickedUp }: ContainerCounts): string {
  const all = counted(containers, "container");
  if (pickedUp === 0) return all;
  if (pickedUp < containers) return `${pickedUp.toLocaleString("en-US")} of ${all} picked up`;
  return `${containers === 1 ? "" : "all "}${all} picked up`;
}
