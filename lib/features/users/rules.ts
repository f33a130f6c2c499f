import type { Role } from "@/lib/auth/access/roles";
import type { SsoLinkRequest } from "@/lib/auth/sso/sso-link-requests";

/** Whether a user can sign in: active, not yet, no longer. Times are UTC text. */
export type UserState =
  | { kind: "active" }
  | { kind: "invited"; until: string | null }
  | { kind: "disabled"; since: string };

/** A user in the user list. `version` is compared when the user is changed. */
export type SignedInUser = {
  id: string;
  email: string;
  name: string | null;
  role: Role;
  /** For customers: the parties whose containers they see, and whether they see charges. */
  partyIds: string[];
  seesCharges: boolean;
  lastSignedInAt: string | null;
  state: UserState;
  /** Whether the user signs in with a password, and whether a code is also required. */
  hasPassword: boolean;
  secondFactor: boolean;
  /** When the user's password link expires. Null if there is no valid link. */
  resetUntil: string | null;
  /** Active access created by the user that works without sign-in. */
  issuedTokens: { links: number; embeds: number; feeds: number; invitations: number };
  /** Single sign-on subjects that request this account. An admin confirms or dismisses each. */
  ssoRequests: SsoLinkRequest[];
  version: number;
};
