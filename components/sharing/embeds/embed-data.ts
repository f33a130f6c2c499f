import type { ListedToken } from "@/components/sharing/links/listed-token";
import type { ShareView } from "@/components/sharing/links/share-data";

export type EmbedKind = "board" | "container" | "shipment" | "lookup";

/** The input for a new embed. `origins` has one origin per line. */
export type EmbedAsked = {
  label: string;
  about:
    | { kind: "container" | "shipment"; number: string }
    | { kind: "board"; address: string }
    | { kind: "lookup" };
  view: ShareView;
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

/** An embed in the settings list. */
export type EmbedRow = ListedToken & {
  about: string;
  href: string | null;
  view: ShareView;
  charges: boolean;
  origins: readonly string[];
};
