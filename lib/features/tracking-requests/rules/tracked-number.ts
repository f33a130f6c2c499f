import { containerHref, shipmentHref } from "@/lib/features/containers/urls";

/** A number that the account follows already, or has asked for. `key` as it is compared. */
export type KnownNumber = {
  key: string;
  state: "tracking" | "asked" | "awaiting_manifest";
  shipmentId: string | null;
  containerId: string | null;
};

/** Why a number need not be asked for: one that is followed would fail at the service as a duplicate. */
export function knownNumberWords({ state }: Pick<KnownNumber, "state">): string {
  switch (state) {
    case "tracking":
      return "Tracked already.";
    case "asked":
      return "Asked for already: the line is being asked.";
    case "awaiting_manifest":
      return "Asked for already: it waits for the line’s manifest.";
  }
}

/** Where what is known of a number is shown; null while there is nothing to open. */
export function knownNumberHref({ shipmentId, containerId }: KnownNumber): string | null {
  if (containerId) return containerHref(containerId);
  return shipmentId ? shipmentHref(shipmentId) : null;
}
