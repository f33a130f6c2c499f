import { RefusedAddress } from "./http-post";

const LABELS: Record<string, string> = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was closed before an answer",
  EPIPE: "the connection was closed before an answer",
  ETIMEDOUT: "the connection could not be made in time",
  EHOSTUNREACH: "the host cannot be reached",
  ENETUNREACH: "the host cannot be reached",
  ENOTFOUND: "the host's name is not known",
  EAI_AGAIN: "the host's name could not be looked up",
  EPROTO: "the receiver speaks no TLS the service knows",
  CERT_HAS_EXPIRED: "the receiver's certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "the receiver's certificate is signed by nobody the service knows",
  SELF_SIGNED_CERT_IN_CHAIN: "the receiver's certificate is signed by nobody the service knows",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "the receiver's certificate is signed by nobody the service knows",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "the receiver's certificate is signed by nobody the service knows",
  ERR_TLS_CERT_ALTNAME_INVALID: "the receiver's certificate is another host's",
};

/** Describes why an attempt got no response, with the error code of the connection if there is one. */
export function failureText(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) {
    const { reason } = signal;
    return reason instanceof Error && reason.name === "TimeoutError" ? "no answer in time" : "left";
  }
  if (error instanceof RefusedAddress) return error.message;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code.startsWith("HPE_")) return `the answer is no HTTP (${code})`;
  const text =
    LABELS[code] ?? (code.startsWith("ERR_SSL") ? LABELS.EPROTO : undefined) ?? "the connection failed";
  return code === "" ? text : `${text} (${code})`;
}
