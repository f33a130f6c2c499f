import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { addressOf, listPages, listRoutes, type Place, ROOT, withoutValues } from "@/e2e/access/tree";
import { ACTION_ACCESS, type Access, PAGE_ACCESS, ROUTE_ACCESS } from "@/lib/auth/access/access-matrix";
import { type QueryParameters, requestedWords } from "./query-parameters";

/** A target of requests: a page, one method of a route, or a server action at the URL of a page that uses it. */
export type Target = {
  kind: "page" | "route" | "action";
  row: string;
  access: Access;
  method: string;
  /** As in its folder name, with parameters in brackets. */
  address: string;
  /** The id of an action in the build. */
  actionId: string | null;
  params: QueryParameters;
};

const manifestSchema = z.object({
  node: z.record(
    z.string(),
    z.object({
      filename: z.string().optional(),
      exportedName: z.string().optional(),
      workers: z.record(z.string(), z.unknown()),
    }),
  ),
});

function reportedPlace(table: Readonly<Record<string, Access>>, places: readonly Place[]) {
  return Object.entries(table).flatMap(([row, access]) => {
    const file = places.find((place) => place.row === withoutValues(row))?.file;
    return file === undefined ? [] : [{ row, access, params: requestedWords(join("app", file)) }];
  });
}

/** All server actions of a build, from its manifest. Throws if an action in the table is in no page of the build. */
function listActionTargets(manifest: string): Target[] {
  const built = Object.entries(manifestSchema.parse(JSON.parse(manifest)).node);
  return Object.entries(ACTION_ACCESS).flatMap(([file, names]) => {
    const params = requestedWords(join("app", `${file}.ts`));
    return Object.entries(names).map(([name, access]) => {
      const entry = built.find(
        ([, { filename, exportedName }]) => filename === `app/${file}.ts` && exportedName === name,
      );
      const worker = Object.keys(entry?.[1].workers ?? {}).find((one) => one.endsWith("/page"));
      if (!entry || !worker) throw new Error(`No page of the build has ${name} of ${file}.`);
      const address = addressOf(worker.replace(/^app\//, ""));
      return {
        kind: "action",
        row: `${file} ${name}`,
        access,
        method: "POST",
        address,
        actionId: entry[0],
        params,
      };
    });
  });
}

/** Every page, route and action in the access table. New ones are included automatically. */
export function listTargets(buildFolder: string | null): Target[] {
  if (buildFolder === null) throw new Error("The dashboard has not been built.");
  const manifest = readFileSync(join(ROOT, buildFolder, "server", "server-reference-manifest.json"), "utf8");
  const pages = reportedPlace(PAGE_ACCESS, listPages()).map(
    (page): Target => ({ ...page, kind: "page", method: "GET", address: page.row, actionId: null }),
  );
  const routes = reportedPlace(ROUTE_ACCESS, listRoutes()).map((route): Target => {
    const [method = "GET", address = "/"] = route.row.split(" ");
    return { ...route, kind: "route", method, address, actionId: null };
  });
  return [...pages, ...routes, ...listActionTargets(manifest)];
}
