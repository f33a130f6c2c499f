import { containerHref, shipmentHref } from "@/lib/features/containers/urls";

/**
 * A number that the account already tracks or has requested. `key` is the normalized number. `ended`: a container whose
 * last trip has ended, and which can be tracked on a new one.
 */
export type KnownNumber = {
  key: string;
  state: "tracking" | "asked" | "awaiting_manifest" | "ended";
  shipmentId: string | null;
  containerId: string | null;
};

/** Whether a number need not be requested: the service would reject it as a duplicate. */
export const isTracked = ({ state }: Pick<KnownNumber, "state">): boolean => state !== "ended";

/** Returns the reason that a number need not be requested, or what a request of an ended one does. */
export function knownNumberText({ state }: Pick<KnownNumber, "state">): string {
  switch (state) {
    case "tracking":
      return "Already tracked.";
    case "asked":
      return "Already requested. Waiting for the line.";
    case "awaiting_manifest":
      return "Already requested. Awaiting manifest.";
    case "ended":
      return "Its last trip has ended. This tracks a new trip.";
  }
}

/** Address of the page of a known number. Null when there is no page to open. */
export function knownNumberHref({ shipmentId, containerId }: KnownNumber): string | null {
  if (containerId) return containerHref(containerId);
  return shipmentId ? shipmentHref(shipmentId) : null;
}
