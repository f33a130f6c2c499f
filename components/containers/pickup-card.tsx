import type { ComponentProps } from "react";
import { Moves } from "@/components/moves/moves-card";
import { Parties } from "@/components/parties/container-parties";
import { Card } from "@/components/ui/card";

/** The terminal's appointment, the planned moves and the dray carrier. */
export function PickupCard({
  moves,
  parties,
}: {
  moves: ComponentProps<typeof Moves>;
  parties: ComponentProps<typeof Parties>;
}) {
  return (
    <Card title="Appointment and parties">
      <Moves {...moves} />
      <Parties {...parties} />
    </Card>
  );
}
