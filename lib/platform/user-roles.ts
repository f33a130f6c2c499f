/**
 * What a user may do. `dashboard`: read everything, and store the user's own settings. `dispatch`: change containers,
 * shipments, parties, follow-ups and plans. `share`: issue links, embeds and feeds. `administer`: manage settings and
 * users, and read the audit log. `containers`: read the containers of the user's own parties on the customer page.
 */
export const RIGHTS = ["dashboard", "dispatch", "share", "administer", "containers"] as const;
export type Right = (typeof RIGHTS)[number];

/**
 * The roles, in the order in which they are offered, the highest first. This is the only list of them in the program;
 * the database's own is in its migrations. `named` is the role in a sentence. `byGroup`: whether a group of the single
 * sign-on may give it. A customer needs parties, which a group does not specify.
 */
const USER_ROLES = [
  {
    id: "admin",
    rights: ["dashboard", "dispatch", "share", "administer"],
    byGroup: true,
    label: "Admin",
    named: "an admin",
    means: "Everything a dispatcher can do, plus settings, users and the audit log.",
  },
  {
    id: "dispatcher",
    rights: ["dashboard", "dispatch", "share"],
    byGroup: true,
    label: "Dispatcher",
    named: "a dispatcher",
    means: "Tracks, assigns, follows up, plans and shares links.",
  },
  {
    id: "viewer",
    rights: ["dashboard"],
    byGroup: true,
    label: "Viewer",
    named: "a viewer",
    means: "View only. Can change their own display settings.",
  },
  {
    id: "customer",
    rights: ["containers"],
    byGroup: false,
    label: "Customer",
    named: "a customer",
    means: "Sees only the containers of the parties selected here, on a separate page. No internal data.",
  },
] as const satisfies readonly {
  id: string;
  rights: readonly Right[];
  byGroup: boolean;
  label: string;
  named: string;
  means: string;
}[];

/** The role of a user at Drayboard. */
export type Role = (typeof USER_ROLES)[number]["id"];
export const ROLES: readonly Role[] = USER_ROLES.map(({ id }) => id);

/** The roles that a group of the single sign-on may give. */
export const GROUP_ROLES: readonly Role[] = USER_ROLES.filter(({ byGroup }) => byGroup).map(({ id }) => id);

/** What distinguishes a role. */
export const roleFacts = (
  role: Role,
): { rights: readonly Right[]; label: string; named: string; means: string } =>
  USER_ROLES.find(({ id }) => id === role) ?? { rights: [], label: role, named: role, means: "" };
