import type { FormAction } from "@/components/ui/forms/form-state";

/** `invite`, `inviteAgain` and `reset` return the link in the value `link`, only once. */
export type UsersActions = Record<
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
