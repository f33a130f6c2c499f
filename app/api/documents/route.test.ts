import { beforeEach, describe, expect, it, vi } from "vitest";
import { GET } from "@/app/api/documents/[id]/route";
import type { NewDocument } from "@/lib/features/documents/commands/upload-document";
import { AppError } from "@/lib/platform/errors";
import { POST } from "./route";

const { requireSession, uploadDocument, openDocument } = vi.hoisted(() => ({
  requireSession: vi.fn(),
  uploadDocument: vi.fn(),
  openDocument: vi.fn(),
}));
vi.mock("@/lib/platform/database/client", () => ({ db: () => null }));
vi.mock("@/lib/tracking-client/open-client", () => ({ clientForUser: () => null }));
vi.mock("next/server", () => ({ connection: async () => undefined }));
vi.mock("@/lib/platform/log", () => ({
  currentRequestId: () => undefined,
  logger: () => ({ error: vi.fn() }),
}));
vi.mock("@/lib/auth/sign-in/current-session", () => ({ requireSession }));
vi.mock("@/lib/features/documents/commands/upload-document", () => ({ uploadDocument }));
vi.mock("@/lib/features/documents/commands/open-document", () => ({ openDocument }));

const AT = "http://127.0.0.1:3000/api/documents";
const NAMED = "name=a.pdf&record=container&id=c-1";

beforeEach(() => {
  vi.resetAllMocks();
  requireSession.mockResolvedValue({ userId: "u-1", role: "dispatcher" });
  uploadDocument.mockResolvedValue({ document: { id: "d-1", name: "a.pdf" }, visibility: "now" });
});

const post = (query: string, headers: Record<string, string> = {}) =>
  POST(
    new Request(`${AT}?${query}`, {
      method: "POST",
      body: "%PDF-",
      headers: { "Content-Length": "5", ...headers },
    }),
  );
const get = (id: string) => GET(new Request(`${AT}/x`), { params: Promise.resolve({ id }) });
const codeOf = async (response: Response) => (await response.json()).error.code;

describe("uploading a file", () => {
  it("streams the file with its name, type and record", async () => {
    const response = await post(`${NAMED}&type=other`, { "Sec-Fetch-Site": "same-origin" });
    expect(await response.json()).toEqual({ document: { id: "d-1", name: "a.pdf" }, visibility: "now" });
    const file: NewDocument = uploadDocument.mock.calls[0]?.[1];
    expect(file).toMatchObject({
      name: "a.pdf",
      type: "other",
      bytes: 5,
      record: { type: "container", id: "c-1" },
    });
    const parts: Uint8Array[] = [];
    for await (const part of file.parts) parts.push(part);
    expect(Buffer.concat(parts).toString()).toBe("%PDF-");
  });

  it("rejects a user who is not signed in and requests from other sites without reading the body", async () => {
    requireSession.mockRejectedValue(new AppError("not_signed_in", "Sign in first."));
    const stranger = await post(NAMED);
    expect([stranger.status, await codeOf(stranger)]).toEqual([401, "not_signed_in"]);
    requireSession.mockResolvedValue({ userId: "u-1", role: "dispatcher" });
    for (const [name, value] of [
      ["Sec-Fetch-Site", "cross-site"],
      ["Origin", "https://elsewhere.example"],
    ] as const)
      expect((await post(NAMED, { [name]: value })).status).toBe(403);
    expect(uploadDocument).not.toHaveBeenCalled();
  });

  it.each([
    ["", {}],
    ["record=container&id=c-1", {}],
    ["name=a.pdf&record=party&id=p-1", {}],
    [`${NAMED}${"x".repeat(300)}`, {}],
    [NAMED, { "Content-Length": "" }],
    [NAMED, { "Content-Length": "-1" }],
    [NAMED, { "Content-Length": "5.5" }],
  ])("rejects the query %o with headers %o", async (query, headers) => {
    expect((await post(query, headers)).status).toBe(400);
    expect(uploadDocument).not.toHaveBeenCalled();
  });

  it("returns the reason of a rejection", async () => {
    uploadDocument.mockRejectedValue(new AppError("too_large", "The file is 100.0 MB."));
    const response = await post(NAMED);
    expect(response.status).toBe(413);
    expect(await response.json()).toEqual({ error: { code: "too_large", message: "The file is 100.0 MB." } });
  });
});

describe("downloading a file", () => {
  it("returns an attachment with its name and disables display and caching", async () => {
    openDocument.mockResolvedValue({
      name: '<b>"a".html',
      body: new Blob(["x"]).stream(),
      bytes: 1,
    });
    const response = await get("d-1");
    expect(await response.text()).toBe("x");
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/octet-stream",
      "content-disposition": "attachment; filename=\"b a .html\"; filename*=UTF-8''b%20a%20.html",
      "x-content-type-options": "nosniff",
      "content-security-policy": "sandbox; default-src 'none'",
      "cache-control": "private, no-store",
      "content-length": "1",
    });
  });

  it("rejects a user who is not signed in and reports a missing document", async () => {
    openDocument.mockRejectedValue(new AppError("not_found", "This document was not found."));
    expect((await get("d-1")).status).toBe(404);
    openDocument.mockClear();
    requireSession.mockRejectedValue(new AppError("not_signed_in", "Sign in first."));
    const response = await get("d-1");
    expect([response.status, await codeOf(response)]).toEqual([401, "not_signed_in"]);
    expect(openDocument).not.toHaveBeenCalled();
  });
});
