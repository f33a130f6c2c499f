import { AppError } from "@/lib/platform/errors";
import { RIGHTS, type Right, ROLES, type Role, roleFacts } from "@/lib/platform/user-roles";

export { RIGHTS, type Right, ROLES, type Role };

/** Whether a role has a right. All permission checks use this function. */
export const may = (role: Role, right: Right): boolean => roleFacts(role).rights.includes(right);

/** All rights of a role, to decide which functions the interface offers. */
export const rightsOf = (role: Role): readonly Right[] => RIGHTS.filter((right) => may(role, right));

/** The roles that have a right, for the message shown on a refusal. */
export const rolesWith = (right: Right): readonly Role[] => ROLES.filter((role) => may(role, right));

/** The message for a refused user: the reason, and the role to contact. */
export function refusalOf(right: Right): string {
  const roles = rolesWith(right).map((role) => roleFacts(role).named);
  return `Your role does not allow this. It requires ${roles.join(" or ")}. Ask an administrator.`;
}

/** Throws `not_allowed` when a role lacks a right. */
export function requireRight(role: Role, right: Right): void {
  if (!may(role, right)) throw new AppError("not_allowed", refusalOf(right));
}
