import type { Container } from "@/lib/domain/container/container-facts";
import type { Executor } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";
import { loadContainers } from "./load-containers";

/** Returns the container with this id. Throws AppError `not_found` when it is not in the mirror. */
export async function requireContainer(executor: Executor, containerId: string): Promise<Container> {
  const [container] = containerId.includes("\0") ? [] : await loadContainers(executor, [containerId]);
  if (!container) throw new AppError("not_found", "This container was not found.");
  return container;
}
