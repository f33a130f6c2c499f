/**
 * Logs an error that Next caught, with the id of its request and the digest that the error page shows as its error ID.
 */
export async function onRequestError(
  error: unknown,
  _request: unknown,
  { routePath, routeType }: { routePath: string; routeType: string },
): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { logger } = await import("@/lib/platform/log");
  const digest = error instanceof Error && "digest" in error ? error.digest : undefined;
  logger("next").error({ err: error, digest, route: routePath, kind: routeType }, "request failed");
}

/** Runs once when the Drayboard server starts. Opens the database listener and registers its shutdown. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { clientAddress, isTrustedProxy, recordPeerAddresses } = await import(
    "@/lib/auth/throttling/client-address"
  );
  const { networkOf } = await import("@/lib/auth/throttling/address-network");
  const { leaveUntouched, prepareServers, runBeforeNext } = await import(
    "@/lib/auth/http-server/request-steps"
  );
  const { beginResponse } = await import("@/lib/auth/http-server/response-head");
  const { refuseMalformed } = await import("@/lib/auth/http-server/malformed-requests");
  const { findBuildFiles, keepBuildFilesStored, NO_BUILD_FILES, sendFilesOfOtherBuilds } = await import(
    "@/lib/auth/http-server/build-files"
  );
  const { limitUnfinishedRequests } = await import("@/lib/auth/http-server/unfinished-requests");
  const { config } = await import("@/lib/platform/config/config");
  const { db } = await import("@/lib/platform/database/client");
  const { limitConnections } = await import("@/lib/platform/open-connections");
  const { refuseSignInsEarly } = await import("@/lib/auth/http-server/sign-in-limit");
  const { measureRequests } = await import("@/lib/auth/http-server/measure-requests");
  const { recordResponses } = await import("@/lib/realtime/raw-responses");
  const { serveDashboardMetrics } = await import("@/lib/realtime/serve-metrics");
  const { startTracing } = await import("@/lib/platform/tracing/start-tracing");
  const { noteServedBuild, refuseNewerSchema, startServing } = await import(
    "@/lib/realtime/server-lifecycle"
  );
  noteServedBuild(process.env.DRAYBOARD_BUILD ?? "");
  await refuseNewerSchema();
  await startTracing("dashboard");
  const isBuilt = process.env.NODE_ENV === "production";
  const files = isBuilt ? await findBuildFiles(`${process.env.DRAYBOARD_DIST}/static`) : NO_BUILD_FILES;
  await keepBuildFilesStored(db(), files);
  const metrics = serveDashboardMetrics(config().metrics);
  if (metrics.server) leaveUntouched(metrics.server);
  runBeforeNext(
    // First: all other steps use the address.
    recordPeerAddresses(),
    beginResponse(config()),
    measureRequests(),
    metrics.step,
    // Before the steps that refuse: a refused request also counts until it has fully arrived.
    limitUnfinishedRequests((headers) => clientAddress(headers, config())),
    refuseMalformed,
    sendFilesOfOtherBuilds(db, files),
    refuseSignInsEarly(),
    recordResponses("/api/export", "/api/audit"),
  );
  prepareServers((server, first) => {
    const isAdmitted = (address: string) => isTrustedProxy(address, config());
    limitConnections(server, { isAdmitted, networkOf })(first);
  });
  startServing();
}
