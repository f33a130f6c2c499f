/** Whose cookie comes with what is called: stands for `next/headers` in tests that call pages, routes and actions. */
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
/** Those of an action: a form sent without script is answered in another way. */
export const headers = async () => new Headers({ "next-action": "x" });
