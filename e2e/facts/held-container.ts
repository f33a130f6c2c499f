import { expect } from "@playwright/test";
import { readDashboard } from "@/e2e/system/databases";
import { reportAt } from "@/e2e/system/world";
import { type ChosenContainer, containerOnTheGround } from "./containers";

export const CUSTOMS_HOLD = { name: "customs", status: "hold", description: "CET exam" };

/** The container at a position, with a customs hold without a follow-up, which the board already shows. */
export async function heldContainer(place: number): Promise<ChosenContainer> {
  const container = await containerOnTheGround(place);
  await readDashboard("delete from follow_ups where container_id = $1", [container.id]);
  await reportAt(container.number, { holds_at_pod_terminal: [CUSTOMS_HOLD] });
  await expect
    .poll(() =>
      readDashboard("select from board_rows where container_id = $1 and row -> 'holds' @> $2", [
        container.id,
        '[{"name":"customs"}]',
      ]),
    )
    .toHaveLength(1);
  return container;
}
