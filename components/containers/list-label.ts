import { QUEUES } from "@/lib/domain/board-row/queues";

/** The label of the list from which a container was opened: "Board", "Board: Pull today", "Shipment", "Search". */
export function listLabel(from: string | null): string {
  if (!from) return "Board";
  if (from.startsWith("/shipments/")) return "Shipment";
  if (from.startsWith("/find")) return "Search";
  const queue = new URLSearchParams(from.split("?")[1] ?? "").get("queue");
  const named = QUEUES.find(({ id }) => id === queue && id !== "all");
  return named ? `Board: ${named.label}` : "Board";
}
