import type { Access } from "@/lib/auth/access/access-matrix";
import type { Caller } from "./callers";
import { type OwnContainer, pathTo } from "./places";

type AccessRequest = {
  method: string;
  address: string;
  access: Access;
  caller: Caller;
  container: OwnContainer;
};

/** The request of a caller to a route: with the token as a bearer token, and with an invalid body where one is sent. */
export function requestTo(base: URL, { method, address, access, caller, container }: AccessRequest) {
  const body = method === "GET" ? null : "{ garbage";
  return {
    url: new URL(pathTo(address, access, caller, container), base),
    method,
    body,
    headers: {
      "sec-fetch-site": "same-origin",
      ...(body === null ? {} : { "content-type": "application/json", "content-length": String(body.length) }),
      ...(caller.token ? { authorization: `Bearer ${caller.token.text}` } : {}),
    },
  };
}
