/** Runs once when the dashboard's server starts: opens its listener to the database and lets it stop. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { clientAddress, recordPeerAddresses } = await import("@/lib/auth/throttling/client-address");
  const { assignRequestIds } = await import("@/lib/auth/http-server/request-id");
  const { completeResponseHeads } = await import("@/lib/auth/http-server/response-head");
  const { refuseFailingRequests } = await import("@/lib/auth/access/malformed-requests");
  const { limitUnfinishedRequests } = await import("@/lib/auth/http-server/unfinished-requests");
  const { config } = await import("@/lib/platform/config/config");
  const { refuseSignInsEarly } = await import("@/lib/auth/http-server/sign-in-limit");
  const { recordAnswers } = await import("@/lib/realtime/raw-responses");
  const { noteServedBuild } = await import("@/lib/realtime/served-build");
  const { refuseNewerSchema } = await import("@/lib/realtime/refuse-newer-schema");
  const { startServing } = await import("@/lib/realtime/server-lifecycle");
  noteServedBuild(process.env.DRAYBOARD_BUILD ?? "");
  await refuseNewerSchema();
  assignRequestIds();
  recordPeerAddresses();
  completeResponseHeads(config().publicUrl);
  refuseFailingRequests();
  refuseSignInsEarly();
  // Last, so that it is asked first: also a request that another gate refuses counts until it has arrived.
  limitUnfinishedRequests((headers) => clientAddress(headers, config()));
  recordAnswers("/api/live", "/api/export", "/api/audit");
  startServing();
}
