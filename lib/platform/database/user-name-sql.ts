import { type SQL, sql } from "drizzle-orm";

/** What to call the user with an id: the name, else the address; "somebody" once the user is gone. */
export const userName = (id: SQL): SQL<string> =>
  sql<string>`coalesce((select coalesce(nullif(trim(u.name), ''), u.email) from users u where u.id = ${id}), 'somebody')`;
