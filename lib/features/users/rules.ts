import type { Role } from "@/lib/auth/access/roles";
import type { SsoLinkRequest } from "@/lib/auth/sso/sso-link-requests";
import { ROLES, roleFacts } from "@/lib/platform/user-roles";

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
  /** For customers: the parties whose containers they see, and whether they see charges and documents. */
  partyIds: string[];
  seesCharges: boolean;
  seesDocuments: boolean;
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

/** The roles as they are offered, with what each may do. */
export const ROLE_CHOICES = ROLES.map((value) => {
  const { label, means } = roleFacts(value);
  return { value, label, means };
});

/** The label of a role, and what it may do. */
export const roleChoice = (role: string) => ROLE_CHOICES.find(({ value }) => value === role);
