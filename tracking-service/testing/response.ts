import { z } from "zod";
import { JSON_API_MEDIA_TYPE, recordSchema } from "@/lib/contract/json-api";

const documentSchema = z.looseObject({
  data: z
    .union([recordSchema, z.array(recordSchema)])
    .optional()
    .catch(undefined),
  included: z.array(recordSchema).optional(),
  errors: z
    .array(
      z.looseObject({
        status: z.string(),
        title: z.string(),
        detail: z.string().nullable(),
        code: z.string().optional(),
        source: z
          .looseObject({ pointer: z.string().optional(), parameter: z.string().optional() })
          .optional(),
      }),
    )
    .optional(),
  links: z.record(z.string(), z.string()).optional().catch(undefined),
  meta: z.looseObject({ size: z.number(), total: z.number() }).optional().catch(undefined),
});

/** A response as an API client receives it. */
export class Answer {
  readonly document: z.infer<typeof documentSchema>;

  constructor(
    readonly status: number,
    readonly headers: Headers,
    /** The unparsed body. */
    readonly text: string,
    /** The body parsed as JSON. Undefined for another media type or without a body. */
    readonly json: unknown,
  ) {
    this.document = documentSchema.safeParse(json).data ?? {};
  }

  get mediaType(): string {
    return mediaTypeOf(this.headers);
  }

  /** The only record of an item response. */
  get item() {
    const { data } = this.document;
    if (!data || Array.isArray(data)) throw new Error(`no single record in ${this.glimpse}`);
    return data;
  }

  get items() {
    const { data } = this.document;
    if (!Array.isArray(data)) throw new Error(`no list in ${this.glimpse}`);
    return data;
  }

  get included() {
    return this.document.included ?? [];
  }

  /** The first error. Throws with the actual content when there is none. */
  get error() {
    const error = this.document.errors?.[0];
    if (!error) throw new Error(`no error in ${this.glimpse}`);
    return error;
  }

  /** Status and start of the body, for messages. */
  get glimpse(): string {
    return `${this.status} ${this.text.slice(0, 300)}`;
  }
}

export type Call = {
  key?: string;
  method?: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent unchanged. */
  text?: string | Uint8Array<ArrayBuffer> | FormData;
  headers?: Record<string, string>;
};

function mediaTypeOf(headers: Headers): string {
  return headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
}

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  const json = text !== "" && /\bjson$/.test(mediaTypeOf(response.headers));
  return new Answer(response.status, response.headers, text, json ? JSON.parse(text) : undefined);
}

/** Sends one request to a service at a base URL, with the key unless the call has its own. "" sends no key. */
export async function send(baseUrl: string, key: string, path: string, options: Call = {}): Promise<Answer> {
  const { method, body, text, headers } = options;
  const payload = text ?? (body === undefined ? undefined : JSON.stringify(body));
  const withKey = options.key ?? key;
  const described = payload === undefined || payload instanceof FormData;
  const sent = new Headers(headers);
  if (withKey !== "" && !sent.has("Authorization")) sent.set("Authorization", `Token ${withKey}`);
  if (!described && !sent.has("Content-Type")) sent.set("Content-Type", JSON_API_MEDIA_TYPE);
  const response = await fetch(`${baseUrl}${path}`, {
    method: method ?? (payload === undefined ? "GET" : "POST"),
    body: payload,
    redirect: "manual",
    headers: sent,
  });
  return answerOf(response);
}
