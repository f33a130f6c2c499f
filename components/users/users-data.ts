import type { FormAction } from "@/components/ui/forms/form-state";

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
