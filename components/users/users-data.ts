import type { FormAction } from "@/components/ui/forms/form-state";

/**
 * Whether a user can sign in: active, invited (until null: the link has expired) or disabled. Instants are UTC text.
 */
type PersonState =
  | { kind: "active" }
  | { kind: "invited"; until: string | null }
  | { kind: "disabled"; since: string };

/** A user in the list. `version` is submitted with changes. */
export type PersonEntry = {
  id: string;
  email: string;
  name: string | null;
  role: string;
  partyIds: readonly string[];
  seesCharges: boolean;
  lastSignedInAt: string | null;
  state: PersonState;
  /** Whether the user signs in with a password, and whether a code is also required. */
  hasPassword: boolean;
  secondFactor: boolean;
  /** The expiry of the user's active password reset link. Null if there is none. */
  resetUntil: string | null;
  gaveOut: GaveOut;
  /** Single sign-on subjects that request this account. */
  ssoRequests: readonly { subject: string; name: string | null; requestedAt: string }[];
  version: number;
};

/** The number of active items of each kind that a user issued and that give access without a sign-in. */
export type GaveOut = { links: number; embeds: number; feeds: number; invitations: number };

/** A party that can be assigned to a customer user. */
export type PartyChoice = { id: string; name: string };

/** `invite`, `inviteAgain` and `reset` return the link in the value `link`, only once. */
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

/** Roles in the order in which they are offered, with the rights of each. */
export const ROLE_WORDS: Readonly<Record<string, { label: string; means: string }>> = {
  admin: {
    label: "Admin",
    means: "Everything a dispatcher can do, plus settings, users and the audit log.",
  },
  dispatcher: {
    label: "Dispatcher",
    means: "Tracks, assigns, follows up, plans and shares links.",
  },
  viewer: { label: "Viewer", means: "View only. Can change their own display settings." },
  customer: {
    label: "Customer",
    means: "Sees only the containers of the parties selected here, on a separate page. No internal data.",
  },
};
