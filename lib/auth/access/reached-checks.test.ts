import { describe, expect, it } from "vitest";
import { namesReached } from "@/e2e/access/reach";
import { listActions, listRoutes, type Place, withoutValues } from "@/e2e/access/tree";
import { ACTION_ACCESS, type Access, ROUTE_ACCESS } from "./access-matrix";

/** What finds the user's session and throws without it. A command checks its right again by itself. */
const SESSION_CHECKS = ["requireSession", "requireSignedIn"];
/** What finds a valid token, or verifies the service's signature. */
const TOKEN_CHECKS = ["findAccessToken"];
const SIGNATURE_CHECKS = ["requireSigned"];
/** What reads the body of a route's request, and the fields of an action's form. */
const BODY_READS = ["readBody", "readJsonBody", "readForm", "formData", "arrayBuffer"];
const FORM_READS = ["textOf", "getAll", "get"];

function checksOf(access: Access): readonly string[] {
  if (access === "anyone") return [];
  if (access === "signature") return SIGNATURE_CHECKS;
  return access.startsWith("token:") ? TOKEN_CHECKS : SESSION_CHECKS;
}

type Row = { row: string; access: Access; file: string; name: string; reads: readonly string[] };

function fileOf(row: string, places: readonly Place[]): string {
  const file = places.find((place) => place.row === row)?.file;
  if (file === undefined) throw new Error(`${row} has no file`);
  return `app/${file}`;
}

const actionPlaces = listActions();
const actions = Object.entries(ACTION_ACCESS).flatMap(([file, names]) =>
  Object.entries(names).map(([name, access]): Row => {
    const row = `${file} ${name}`;
    return { row, access, file: fileOf(row, actionPlaces), name, reads: FORM_READS };
  }),
);
const routePlaces = listRoutes();
const routes = Object.entries(ROUTE_ACCESS).map(([row, access]): Row => {
  const file = fileOf(withoutValues(row), routePlaces);
  return { row, access, file, name: row.split(" ")[0] ?? "", reads: BODY_READS };
});

const guarded = [...routes, ...actions].filter(({ access }) => access !== "anyone");

describe("every route and action that is not open to anyone", () => {
  it.each(guarded)("$row reaches the check of its access, $access", ({ file, name, access }) => {
    const checks = checksOf(access);
    expect(namesReached(file, name).filter((each) => checks.includes(each))).not.toEqual([]);
  });

  it.each(guarded.filter(({ access }) => checksOf(access) === SESSION_CHECKS))(
    "$row checks the session before it reads the body",
    ({ file, name, reads }) => {
      const reached = namesReached(file, name);
      const checked = reached.findIndex((each) => SESSION_CHECKS.includes(each));
      const read = reached.findIndex((each) => reads.includes(each));
      if (read >= 0) expect(checked).toBeLessThan(read);
    },
  );
});
