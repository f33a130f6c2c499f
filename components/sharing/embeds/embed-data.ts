import type { ShownView } from "@/lib/features/sharing/rules/shared-container";

export type EmbedKind = "board" | "container" | "shipment" | "lookup";

/** The input for a new embed. `origins` has one origin per line. */
export type EmbedAsked = {
  label: string;
  about:
    | { kind: "container" | "shipment"; number: string }
    | { kind: "board"; address: string }
    | { kind: "lookup" };
  view: ShownView;
  charges: boolean;
  origins: string;
};

/** A created embed: its token, returned only once, and the address of the dashboard that serves its loader. */
export type EmbedMade = { dashboard: string; token: string; label: string };
export type EmbedAnswer =
  | { made: EmbedMade }
  | { problem: string | null; fields: Readonly<Record<string, string>> };
export type MakeEmbed = (asked: EmbedAsked) => Promise<EmbedAnswer>;

/** A board to choose: the name and address of a saved view. */
export type BoardChoice = { name: string; address: string };
