import { contentProblem, fileProblem, TELLING_BYTES } from "@/lib/features/documents/rules/accepted-files";
import type { DocumentsOf } from "./types";

/** The result of an upload: stored, already stored as another document, or failed with a message. */
export type Sent =
  | { state: "kept" }
  | { state: "known"; id: string; name: string }
  | { state: "failed"; text: string };

const BROKE_OFF = "Connection lost. Upload again.";

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

function readResponse(status: number, text: string): Sent {
  let body: unknown = null;
  try {
    body = JSON.parse(text);
  } catch {
    // A response that is not from the dashboard contains no further information.
  }
  if (status === 200) {
    const known = member(body, "known");
    const id = member(known, "id");
    if (typeof id === "string") return { state: "known", id, name: String(member(known, "name")) };
    return { state: "kept" };
  }
  const message = member(member(body, "error"), "message");
  return {
    state: "failed",
    text: typeof message === "string" ? message : `The file was not saved (status ${status}).`,
  };
}

/** The reason why a file cannot be sent. Null when it can. */
async function refusal(file: File): Promise<string | null> {
  const problem = fileProblem(file.name, file.size);
  if (problem) return problem;
  try {
    return contentProblem(file.name, new Uint8Array(await file.slice(0, TELLING_BYTES).arrayBuffer()));
  } catch {
    return "Couldn’t read the file. Select it again.";
  }
}

/** Uploads a file as a document of a record. `onProgress` receives the sent fraction, 0 to 1. */
export async function sendFile(
  file: File,
  { record, type, signal }: { record: DocumentsOf; type: string; signal: AbortSignal },
  onProgress: (part: number) => void,
): Promise<Sent> {
  const label = await refusal(file);
  if (label) return { state: "failed", text: label };
  const query = new URLSearchParams({ name: file.name, type, record: record.type, id: record.id });
  return new Promise((resolve) => {
    // fetch reports no upload progress.
    const request = new XMLHttpRequest();
    request.open("POST", `/api/documents?${query}`);
    request.setRequestHeader("Content-Type", "application/octet-stream");
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => resolve(readResponse(request.status, request.responseText));
    request.onerror = () => resolve({ state: "failed", text: BROKE_OFF });
    request.onabort = () => resolve({ state: "failed", text: "Upload canceled. Nothing was saved." });
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(file);
  });
}
