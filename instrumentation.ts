/** Runs once when the dashboard's server starts: opens its ear to the database and lets it stop. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { clientAddress, recordPeerAddresses } = await import("@/lib/auth/client-address");
  const { completeResponseHeads } = await import("@/lib/auth/response-head");
  const { refuseFailingRequests } = await import("@/lib/auth/failing-requests");
  const { limitUnfinishedRequests } = await import("@/lib/auth/unfinished-requests");
  const { config } = await import("@/lib/config");
  const { refuseSignInsEarly } = await import("@/lib/auth/sign-in-gate");
  const { recordAnswers } = await import("@/lib/live/open-answers");
  const { noteServedBuild } = await import("@/lib/live/served-build");
  const { refuseNewerSchema } = await import("@/lib/live/refuse-newer-schema");
  const { startServing } = await import("@/lib/live/serving");
  noteServedBuild(process.env.DRAYBOARD_BUILD ?? "");
  await refuseNewerSchema();
  recordPeerAddresses();
  completeResponseHeads(config().publicUrl);
  refuseFailingRequests();
  refuseSignInsEarly();
  // Last, so that it is asked first: also a request that another gate refuses counts until it has arrived.
  limitUnfinishedRequests((headers) => clientAddress(headers, config()));
  recordAnswers("/api/live", "/api/export", "/api/audit");
  startServing();
}
