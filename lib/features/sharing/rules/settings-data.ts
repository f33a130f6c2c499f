import type { ListedToken } from "@/lib/auth/tokens/token-list";
import type { SharedView } from "./shared-container";

/** A link in the settings list: its content and its address in Drayboard. */
export type ShareLinkEntry = ListedToken & {
  about: string;
  href: string;
  view: SharedView;
  charges: boolean;
  reports: boolean;
  documents: boolean;
  passcode: boolean;
};

/** An embed in the settings list: its content, its address in Drayboard (null for a lookup) and its sites. */
export type EmbedEntry = ListedToken & {
  about: string;
  href: string | null;
  view: SharedView;
  charges: boolean;
  origins: string[];
};
