import { containerHref, shipmentHref } from "@/lib/features/containers/urls";

/** A number that the account already tracks or has requested. `key` is the normalized number. */
export type KnownNumber = {
  key: string;
  state: "tracking" | "asked" | "awaiting_manifest";
  shipmentId: string | null;
  containerId: string | null;
};

/** Returns the reason that a number need not be requested. The service would reject a tracked number as a duplicate. */
export function knownNumberText({ state }: Pick<KnownNumber, "state">): string {
  switch (state) {
    case "tracking":
      return "Already tracked.";
    case "asked":
      return "Already requested. Waiting for the line.";
    case "awaiting_manifest":
      return "Already requested. Awaiting manifest.";
  }
}

/** Address of the page of a known number. Null when there is no page to open. */
export function knownNumberHref({ shipmentId, containerId }: KnownNumber): string | null {
  if (containerId) return containerHref(containerId);
  return shipmentId ? shipmentHref(shipmentId) : null;
}
