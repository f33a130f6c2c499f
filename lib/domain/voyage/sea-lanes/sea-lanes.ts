import { SEA_NODES, SEA_WAYS, type SeaPosition } from "@/lib/platform/sea-lanes";
import { EUROPEAN_NODES } from "./european-nodes";
import { FURTHER_NODES } from "./further-nodes";
import { FURTHER_WAYS } from "./further-ways";

const NODES: Readonly<Record<string, SeaPosition>> = {
  ...SEA_NODES,
  ...FURTHER_NODES,
  ...EUROPEAN_NODES,
};

/** A position where lanes meet, and the nodes to which lanes lead from it. */
export type LaneNode = { position: SeaPosition; next: readonly string[] };

function connect(): ReadonlyMap<string, LaneNode> {
  const next = new Map(Object.keys(NODES).map((name) => [name, new Set<string>()]));
  for (const way of [...SEA_WAYS, ...FURTHER_WAYS])
    for (const [at, name] of way.entries()) {
      const following = way[at + 1];
      if (following === undefined) continue;
      next.get(name)?.add(following);
      next.get(following)?.add(name);
    }
  return new Map(
    Object.entries(NODES).map(([name, position]) => [name, { position, next: [...(next.get(name) ?? [])] }]),
  );
}

/** The world's sea lanes: through canals and straits, never over land. */
export const SEA_LANES: ReadonlyMap<string, LaneNode> = connect();
