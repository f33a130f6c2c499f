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

/** Roles in the order in which they are offered, with the rights of each. */
export const ROLE_LABELS: Readonly<Record<string, { label: string; means: string }>> = {
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
