import { z } from "zod";
import { describeInterface } from "@/tracking-service/endpoints/openapi";
import { type Endpoint, METHODS, type Operation } from "@/tracking-service/endpoints/operation";

const contentSchema = z.object({
  requestBody: z
    .object({ content: z.record(z.string(), z.object({ schema: z.record(z.string(), z.unknown()) })) })
    .optional(),
});

/** A JSON Schema from the interface description. */
export type JsonSchema = Record<string, unknown>;

/** One operation with everything needed to generate requests to it. */
export type Described = {
  /** For example "POST /parties". */
  name: string;
  method: string;
  path: string;
  /** The names of its query parameters. */
  parameters: string[];
  operation: Operation;
  body: { mediaType: string; schema: JsonSchema; json: boolean } | null;
};

const KNOWN_TO_LISTS = ["page[number]", "page[size]"];

/** Returns every operation of the endpoints. New endpoints are included automatically. */
export function describedOperations(endpoints: readonly Endpoint[]): Described[] {
  const document: unknown = JSON.parse(JSON.stringify(describeInterface(endpoints)));
  const { paths } = z
    .object({ paths: z.record(z.string(), z.record(z.string(), contentSchema)) })
    .parse(document);
  return endpoints.flatMap(({ path, methods }) =>
    METHODS.flatMap((method) => {
      const operation = methods[method];
      if (!operation) return [];
      const [content] = Object.entries(paths[path]?.[method]?.requestBody?.content ?? {});
      const pages = operation.pageSize === undefined ? [] : KNOWN_TO_LISTS;
      const include = operation.include === undefined ? [] : ["include"];
      return {
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        parameters: [...Object.keys(operation.query ?? {}), ...pages, ...include],
        operation,
        body: content
          ? { mediaType: content[0], schema: content[1].schema, json: operation.body !== undefined }
          : null,
      };
    }),
  );
}
