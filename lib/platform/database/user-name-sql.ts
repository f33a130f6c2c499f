import { type SQL, sql } from "drizzle-orm";

/** The display name of the user with an id: the name, otherwise the e-mail; "somebody" if the user was deleted. */
export const userName = (id: SQL): SQL<string> =>
  sql<string>`coalesce((select coalesce(nullif(trim(u.name), ''), u.email) from users u where u.id = ${id}), 'somebody')`;
