import type { FormAction } from "@/components/ui/forms/form-state";

/** Whether somebody can sign in: yes, not yet (until null: the link has ended), no longer. Instants are UTC text. */
type PersonState =
  | { kind: "active" }
  | { kind: "invited"; until: string | null }
  | { kind: "disabled"; since: string };

/** Somebody who may come in, as the list shows them; `version` goes along with what is changed. */
export type PersonEntry = {
  id: string;
  email: string;
  name: string | null;
  role: string;
  partyIds: readonly string[];
  seesCharges: boolean;
  lastSignedInAt: string | null;
  state: PersonState;
  /** Whether they sign in with a password, and whether a code is asked for also. */
  hasPassword: boolean;
  secondFactor: boolean;
  /** When the link to another password ends that they were made; null where none stands. */
  resetUntil: string | null;
  gaveOut: GaveOut;
  /** Subjects of the single sign-on that ask for this account. */
  ssoRequests: readonly { subject: string; name: string | null; requestedAt: string }[];
  version: number;
};

/** How many of each somebody made that stand, and open something without signing in. */
export type GaveOut = { links: number; embeds: number; feeds: number; invitations: number };

/** A party that a customer may be given. */
export type PartyChoice = { id: string; name: string };

/** `invite`, `inviteAgain` and `reset` answer the link as the value `link`, once. */
export type PeopleActions = Record<
  | "invite"
  | "inviteAgain"
  | "change"
  | "disable"
  | "enable"
  | "signOut"
  | "reset"
  | "removeFactor"
  | "revokeGivenOut"
  | "confirmSsoLink"
  | "dismissSsoLink",
  FormAction
>;

/** Roles in the order in which they are offered, with what each may do. */
export const ROLE_WORDS: Readonly<Record<string, { label: string; means: string }>> = {
  admin: {
    label: "Admin",
    means: "Everything a dispatcher may, and the settings, the people and the records.",
  },
  dispatcher: {
    label: "Dispatcher",
    means: "Works Drayboard: tracks, assigns, follow-ups and plans, and shares links.",
  },
  viewer: { label: "Viewer", means: "Reads all of Drayboard and changes nothing but how it looks to them." },
  customer: {
    label: "Customer",
    means: "Sees the containers of the parties chosen here, on a page of their own. Nothing internal.",
  },
};
