import type { SharedView } from "@/lib/features/sharing/rules/shared-container";

export type EmbedKind = "board" | "container" | "shipment" | "lookup";

/** The input for a new embed. `origins` has one origin per line. */
export type EmbedInput = {
  label: string;
  about:
    | { kind: "container" | "shipment"; number: string }
    | { kind: "board"; address: string }
    | { kind: "lookup" };
  view: SharedView;
  charges: boolean;
  origins: string;
};

/** A created embed: its token, returned only once, and the address of the dashboard that serves its loader. */
export type EmbedMade = { dashboard: string; token: string; label: string };
export type EmbedResponse =
  | { created: EmbedMade }
  | { problem: string | null; fields: Readonly<Record<string, string>> };
export type MakeEmbed = (requested: EmbedInput) => Promise<EmbedResponse>;

/** A board to choose: the name and address of a saved view. */
export type BoardChoice = { name: string; address: string };
