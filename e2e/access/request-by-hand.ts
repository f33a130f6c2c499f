/** The cookie of the current call. Replaces `next/headers` in tests that call pages, routes and actions. */
export const request = { cookie: "", session: "" };

const jar = {
  get: (name: string) =>
    name === request.session && request.cookie ? { name, value: request.cookie } : undefined,
  getAll: () => [],
  has: () => false,
  set: () => {},
  delete: () => {},
};

export const cookies = async () => jar;
/** The headers of an action call. A form sent without script gets another kind of response. */
export const headers = async () => new Headers({ "next-action": "x" });
