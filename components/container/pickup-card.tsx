import type { ComponentProps } from "react";
import { Card } from "@/components/ui/card";
import { Moves } from "./moves";
import { Parties } from "./parties";

/** The terminal's appointment and our moves, and who pulls the box. */
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
