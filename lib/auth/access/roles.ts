/** What a person is at Drayboard. */
export const ROLES = ["admin", "dispatcher", "viewer", "customer"] as const;
export type Role = (typeof ROLES)[number];

/**
 * What somebody may do. `dashboard`: read all of it, and keep what only concerns oneself. `dispatch`: change containers, shipments,
 * parties, follow-ups and plans. `share`: give links, embeds and feeds out. `administer`: settings, people, records of who did
 * what. `containers`: read the containers of one's own parties, as their page for customers shows them.
 */
export const RIGHTS = ["dashboard", "dispatch", "share", "administer", "containers"] as const;
export type Right = (typeof RIGHTS)[number];

const RIGHTS_OF: Record<Role, ReadonlySet<Right>> = {
  admin: new Set(["dashboard", "dispatch", "share", "administer"]),
  dispatcher: new Set(["dashboard", "dispatch", "share"]),
  viewer: new Set(["dashboard"]),
  customer: new Set(["containers"]),
};

/** The one place that says who may do what. */
export const may = (role: Role, right: Right): boolean => RIGHTS_OF[role].has(right);

/** All that somebody of this role may do, for what is offered to them. */
export const rightsOf = (role: Role): readonly Right[] => RIGHTS.filter((right) => may(role, right));

/** Which roles have a right, for whoever is notified why they were refused. */
export const rolesWith = (right: Right): readonly Role[] => ROLES.filter((role) => may(role, right));

/** Why somebody was refused, and whom to ask. */
export function refusalOf(right: Right): string {
  const roles = rolesWith(right).map((role) => (role === "admin" ? "an admin" : `a ${role}`));
  return `Your role does not allow this: it takes ${roles.join(" or ")}. Ask an administrator.`;
}
