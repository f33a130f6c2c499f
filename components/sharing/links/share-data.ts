import type { SharedView } from "@/lib/features/sharing/rules/shared-container";

/** The content of a link. */
export type ShareAbout = { kind: "container" | "shipment"; id: string } | { kind: "board"; address: string };

/** The input for a new link. `dispatchPhone` and `passcode` are "" for none. */
export type ShareInput = {
  about: ShareAbout;
  view: SharedView;
  charges: boolean;
  dispatchPhone: string;
  reports: boolean;
  documents: boolean;
  label: string;
  days: number;
  passcode: string;
};

/** A QR code as a square of `size` units and the path of its dark modules. */
export type RenderedCode = { size: number; path: string };

/** A created link, returned only once. `expiresAt` is UTC text. */
export type ShareMade = { address: string; expiresAt: string; code: RenderedCode };
export type ShareResponse =
  | { created: ShareMade }
  | { problem: string | null; fields: Readonly<Record<string, string>> };

export type MakeShare = (requested: ShareInput) => Promise<ShareResponse>;

/** The view named in a form. The default is the customer view. */
export const viewOf = (value: string): SharedView => (value === "driver" ? "driver" : "customer");

export const VIEW_LABELS: Record<SharedView, string> = { customer: "Customer", driver: "Driver" };
export const VIEW_NOTES: Record<SharedView, string> = {
  customer: "Status, milestones, vessel, ETA, terminal, holds, last free day, references.",
  driver: "Availability, terminal, yard location, gate hours, appointment, last free day, planned move.",
};
