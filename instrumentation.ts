/** Runs once when the Drayboard server starts. Opens the database listener and registers its shutdown. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { clientAddress, recordPeerAddresses } = await import("@/lib/auth/throttling/client-address");
  const { runBeforeNext } = await import("@/lib/auth/http-server/request-steps");
  const { beginResponse } = await import("@/lib/auth/http-server/response-head");
  const { refuseMalformed } = await import("@/lib/auth/http-server/malformed-requests");
  const { limitUnfinishedRequests } = await import("@/lib/auth/http-server/unfinished-requests");
  const { config } = await import("@/lib/platform/config/config");
  const { refuseSignInsEarly } = await import("@/lib/auth/http-server/sign-in-limit");
  const { recordResponses } = await import("@/lib/realtime/raw-responses");
  const { noteServedBuild, refuseNewerSchema, startServing } = await import(
    "@/lib/realtime/server-lifecycle"
  );
  noteServedBuild(process.env.DRAYBOARD_BUILD ?? "");
  await refuseNewerSchema();
  runBeforeNext(
    beginResponse(config().publicUrl),
    recordPeerAddresses(),
    // Before the steps that refuse: a refused request also counts until it has fully arrived.
    limitUnfinishedRequests((headers) => clientAddress(headers, config())),
    refuseMalformed,
    refuseSignInsEarly(),
    recordResponses("/api/export", "/api/audit"),
  );
  startServing();
}
