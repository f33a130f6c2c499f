/** The role of a user at Drayboard. */
export const ROLES = ["admin", "dispatcher", "viewer", "customer"] as const;
export type Role = (typeof ROLES)[number];

/**
 * What a user may do. `dashboard`: read everything, and store the user's own settings. `dispatch`: change containers,
 * shipments, parties, follow-ups and plans. `share`: issue links, embeds and feeds. `administer`: manage settings and
 * users, and read the audit log. `containers`: read the containers of the user's own parties on the customer page.
 */
export const RIGHTS = ["dashboard", "dispatch", "share", "administer", "containers"] as const;
export type Right = (typeof RIGHTS)[number];

const RIGHTS_OF: Record<Role, ReadonlySet<Right>> = {
  admin: new Set(["dashboard", "dispatch", "share", "administer"]),
  dispatcher: new Set(["dashboard", "dispatch", "share"]),
  viewer: new Set(["dashboard"]),
  customer: new Set(["containers"]),
};

/** Whether a role has a right. All permission checks use this function. */
export const may = (role: Role, right: Right): boolean => RIGHTS_OF[role].has(right);

/** All rights of a role, to decide which functions the interface offers. */
export const rightsOf = (role: Role): readonly Right[] => RIGHTS.filter((right) => may(role, right));

/** The roles that have a right, for the message shown on a refusal. */
export const rolesWith = (right: Right): readonly Role[] => ROLES.filter((role) => may(role, right));

/** The message for a refused user: the reason, and the role to contact. */
export function refusalOf(right: Right): string {
  const roles = rolesWith(right).map((role) => (role === "admin" ? "an admin" : `a ${role}`));
  return `Your role does not allow this. It requires ${roles.join(" or ")}. Ask an administrator.`;
}
