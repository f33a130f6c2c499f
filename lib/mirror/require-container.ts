import type { Box } from "@/lib/domain/container/container-facts";
import type { Transaction } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";
import { loadBoxes } from "./load-containers";

/** The box with this id. Throws AppError `not_found` for one the desk does not hold. */
export async function requireBox(tx: Transaction, containerId: string): Promise<Box> {
  const [box] = containerId.includes("\0") ? [] : await loadBoxes(tx, [containerId]);
  if (!box) throw new AppError("not_found", "The desk does not hold this container.");
  return box;
}
