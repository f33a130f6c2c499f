/** What a person is at this desk. */
export const ROLES = ["admin", "dispatcher", "viewer", "customer"] as const;
export type Role = (typeof ROLES)[number];

/**
 * What somebody may do. `desk`: read all of it, and keep what only concerns oneself. `dispatch`: change boxes, shipments,
 * parties, chases and plans. `share`: give links, embeds and feeds out. `administer`: settings, people, records of who did
 * what. `boxes`: read the boxes of one's own parties, as their page for customers shows them.
 */
export const RIGHTS = ["desk", "dispatch", "share", "administer", "boxes"] as const;
export type Right = (typeof RIGHTS)[number];

const RIGHTS_OF: Record<Role, ReadonlySet<Right>> = {
  admin: new Set(["desk", "dispatch", "share", "administer"]),
  dispatcher: new Set(["desk", "dispatch", "share"]),
  viewer: new Set(["desk"]),
  customer: new Set(["boxes"]),
};

/** The one place that says who may do what. */
export const may = (role: Role, right: Right): boolean => RIGHTS_OF[role].has(right);

/** All that somebody of this role may do, for what is offered to them. */
export const rightsOf = (role: Role): readonly Right[] => RIGHTS.filter((right) => may(role, right));

/** Which roles have a right, for whoever is told why they were refused. */
export const rolesWith = (right: Right): readonly Role[] => ROLES.filter((role) => may(role, right));

/** Why somebody was refused, and whom to ask. */
export function refusalOf(right: Right): string {
  const roles = rolesWith(right).map((role) => (role === "admin" ? "an admin" : `a ${role}`));
  return `Your role does not allow this: it takes ${roles.join(" or ")}. Ask an admin of this desk.`;
}
