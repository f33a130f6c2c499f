import ky, { type Hooks, HTTPError, type KyInstance } from "ky";
import type { z } from "zod";
import { collectionDocumentSchema, itemDocumentSchema, JSON_API_MEDIA_TYPE } from "@/lib/contract/json-api";
import { parseDocument } from "@/lib/contract/storable-text";
import { LeaseLostError } from "@/lib/platform/database/lease";
import { AppError } from "@/lib/platform/errors";
import { downloadAddressSchema, type OpenedFile, openDownload } from "./download";
import { bucketOf, measuredFetch } from "./measured-fetch";
import type { formOfFile } from "./multipart-file";
import { readText } from "./read-body";
import { retryAfterMs, translateFailure, unreadable } from "./responses";
import { readDated } from "./timed-response";
import type { Fetched, Parameters, TrackingClientOptions } from "./types";
import { uploadForm } from "./upload";

type SendHooks = Required<Pick<Hooks, "beforeRequest" | "afterResponse" | "beforeRetry">>;

/** Request timeout. */
export const REQUEST_TIMEOUT_MS = 20_000;

const READ_RETRIES = 4;
const ONLY_REFUSED = [429];
const PASSING = [429, 502, 503, 504];

function withRetries(api: KyInstance, options: TrackingClientOptions, statusCodes: number[]): KyInstance {
  return api.extend({
    retry: {
      limit: READ_RETRIES,
      methods: ["get", "post", "patch", "delete"],
      statusCodes,
      afterStatusCodes: [429, 503],
      maxRetryAfter: options.patienceMs,
      jitter: (delayMs) => delayMs * (0.75 + Math.random() / 2),
      // A write with an unknown result is never sent again; a 429 certainly was not executed.
      shouldRetry: ({ error }) => {
        // The gate refused an attempt: it has already waited as long as allowed.
        if (error instanceof AppError || error instanceof LeaseLostError) return false;
        if (!(error instanceof HTTPError)) return statusCodes === ONLY_REFUSED ? false : undefined;
        return retryAfterMs(error.response) > options.patienceMs ? false : undefined;
      },
    },
  });
}

/** Ends a response whose body is not read. It would hold its connection. */
const leave = ({ body }: Response) => void body?.cancel().catch(() => undefined);

/**
 * The client of the interface, and the only module with the key. Obeys 429 and Retry-After and retries reads after
 * temporary failures. Refusals throw AppError with the service's own message.
 */
export class TrackingClient {
  private readonly reads: KyInstance;
  private readonly writes: KyInstance;
  private readonly timeoutMs: number;

  constructor(private readonly options: TrackingClientOptions) {
    this.timeoutMs = options.timeoutMs ?? REQUEST_TIMEOUT_MS;
    // Checked here, because the error of fetch would contain the key.
    if (!/^[\x21-\x7e]+$/.test(options.key))
      throw new AppError("misconfigured", "TRACKING_API_KEY contains a space or a line break.");
    const api = ky.create({
      prefixUrl: options.baseUrl,
      timeout: this.timeoutMs,
      redirect: "manual",
      fetch: measuredFetch(options.baseUrl),
      headers: { Authorization: `Token ${options.key}`, Accept: JSON_API_MEDIA_TYPE },
    });
    this.reads = withRetries(api, options, PASSING);
    this.writes = withRetries(api, options, ONLY_REFUSED);
  }

  /**
   * Returns the same client for work under a lease. `check` throws LeaseLostError when the lease was lost. Then nothing
   * is sent, and a received response is not returned.
   */
  checkedBy(check: () => Promise<void>): TrackingClient {
    return new TrackingClient({ ...this.options, check });
  }

  /** Returns the rest after each read, in ms, that spreads reads over the minute. 0 while few were sent. */
  async pace(): Promise<number> {
    return (await this.options.gate?.pace("default")) ?? 0;
  }

  /** Returns one record with the records in `include`. Throws AppError `not_found` when it does not exist. */
  getItem(path: string, parameters: Parameters = {}) {
    return this.ask(this.reads, "get", path, itemDocumentSchema, { parameters });
  }

  getPage(path: string, parameters: Parameters = {}) {
    return this.ask(this.reads, "get", path, collectionDocumentSchema, { parameters });
  }

  /** Requests a page without retries: tests whether the service responds now. */
  getPageNow(path: string, parameters: Parameters = {}) {
    return this.ask(this.writes, "get", path, collectionDocumentSchema, { parameters });
  }

  create(path: string, body: unknown) {
    return this.ask(this.writes, "post", path, itemDocumentSchema, { body });
  }

  /** Edits a record. Sent once, like every write. */
  edit(path: string, body: unknown) {
    return this.ask(this.writes, "patch", path, itemDocumentSchema, { body });
  }

  /** Reads a response that is no JSON:API document, by its own schema. */
  getPlain<T extends z.ZodType>(path: string, schema: T) {
    return this.ask(this.reads, "get", path, schema, {});
  }

  /** Sends a request that creates no record, with plain JSON in both directions. */
  postPlain<T extends z.ZodType>(path: string, body: unknown, schema: T) {
    return this.ask(this.writes, "post", path, schema, { body, mediaType: "application/json" });
  }

  /** Starts an operation at the service that returns no record. Sent once, like every write. */
  patchPlain<T extends z.ZodType>(path: string, schema: T) {
    return this.ask(this.writes, "patch", path, schema, {});
  }

  /** Deletes a record. A record that no longer exists counts as deleted. */
  async remove(path: string): Promise<void> {
    try {
      const response = await this.exchange("delete", path, (hooks) =>
        this.writes(path, { method: "delete", hooks }),
      );
      leave(response);
    } catch (error) {
      if (error instanceof LeaseLostError) throw error;
      const failure = await translateFailure(error, this.options.key, "write");
      if (failure.code === "not_found") return;
      this.options.gate?.failed(`DELETE ${path}`, failure);
      throw failure;
    }
  }

  /** Creates a record from a form with a file, streamed to the service. Sent once, like every write. */
  upload(path: string, form: ReturnType<typeof formOfFile>) {
    return uploadForm(this.options, path, form);
  }

  /** Opens the file whose URL is in a response (`download_url`), as a stream. */
  async openFile(path: string): Promise<OpenedFile> {
    const { document } = await this.getPlain(path, downloadAddressSchema);
    return openDownload(document.download_url, this.options, this.timeoutMs);
  }

  private async ask<T extends z.ZodType>(
    api: KyInstance,
    method: "get" | "post" | "patch",
    path: string,
    schema: T,
    sent: { parameters?: Parameters; body?: unknown; mediaType?: string },
  ): Promise<Fetched<z.infer<T>>> {
    const purpose = method === "get" ? "read" : "write";
    let sentAt = new Date();
    try {
      const response = await this.exchange(method, path, (hooks) =>
        api(path, {
          method,
          searchParams: sent.parameters,
          body: sent.body === undefined ? undefined : JSON.stringify(sent.body),
          // Ky removes its own headers when these are undefined.
          headers: sent.body === undefined ? {} : { "Content-Type": sent.mediaType ?? JSON_API_MEDIA_TYPE },
          hooks: {
            ...hooks,
            beforeRequest: [
              ...hooks.beforeRequest,
              () => {
                sentAt = new Date();
              },
            ],
          },
        }),
      );
      const read = readDated(response, sentAt, this.options.gate);
      const checked = schema.safeParse(parseDocument(await readText(response, this.timeoutMs)));
      if (checked.success) return { document: checked.data, ...read };
      const issues = checked.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
      throw unreadable(purpose, issues.join("; "));
    } catch (error) {
      if (error instanceof LeaseLostError) throw error;
      const failure = await translateFailure(error, this.options.key, purpose);
      this.options.gate?.failed(`${method.toUpperCase()} ${path}`, failure);
      throw failure;
    }
  }

  /** Sends a request and its retries through the gate, and reports the results to the gate. */
  private async exchange(method: string, path: string, send: (hooks: SendHooks) => Promise<Response>) {
    const { gate, check } = this.options;
    const bucket = bucketOf(method, path);
    let unanswered = false;
    const hooks: SendHooks = {
      beforeRequest: [
        async () => {
          await gate?.admit(bucket);
          await check?.();
          unanswered = true;
        },
      ],
      afterResponse: [
        async (_request, _options, response) => {
          unanswered = response.status >= 500;
          if (response.status === 429) await gate?.refused(bucket, retryAfterMs(response));
          await check?.();
        },
      ],
      beforeRetry: [
        ({ error }) => {
          if (error instanceof HTTPError) leave(error.response);
        },
      ],
    };
    try {
      const response = await send(hooks);
      gate?.succeeded(bucket);
      return response;
    } catch (error) {
      // If the gate refused a retry, the result of the previous attempt is reported.
      if (unanswered) gate?.silent();
      else if (error instanceof HTTPError) gate?.succeeded();
      throw error;
    }
  }
}

/**
 * Builds a path below the base URL. Every segment is escaped; ids are opaque text. Throws AppError `not_found` for an
 * id that no URL can contain, because it would name another record.
 */
export function pathOf(...parts: string[]): string {
  if (parts.some((part) => /^\.{0,2}$|\p{Surrogate}/u.test(part)))
    throw new AppError("not_found", "This record ID can't be requested from the tracking service.");
  return parts.map(encodeURIComponent).join("/");
}
