import type { ListedToken } from "@/components/sharing/links/listed-token";
import type { ShareView } from "@/components/sharing/links/share-data";

export type EmbedKind = "board" | "container" | "shipment" | "lookup";

/** What is asked for when an embed is made; `origins` one a line. */
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

/** An embed as it was made: its address, reported once, and where its loader stands. */
export type EmbedMade = { dashboard: string; token: string; label: string };
export type EmbedAnswer =
  | { made: EmbedMade }
  | { problem: string | null; fields: Readonly<Record<string, string>> };
export type MakeEmbed = (asked: EmbedAsked) => Promise<EmbedAnswer>;

/** A board to choose: a saved view's name and address. */
export type BoardChoice = { name: string; address: string };

/** An embed as the settings list it. */
export type EmbedRow = ListedToken & {
  about: string;
  href: string | null;
  view: ShareView;
  charges: boolean;
  origins: readonly string[];
};
