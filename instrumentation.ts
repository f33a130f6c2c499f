/** Runs once when the dashboard's server starts: opens its ear to the database and lets it stop. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { recordPeerAddresses } = await import("@/lib/auth/client-address");
  const { refuseFailingRequests } = await import("@/lib/auth/failing-requests");
  const { refuseSignInsEarly } = await import("@/lib/auth/sign-in-gate");
  const { recordAnswers } = await import("@/lib/live/open-answers");
  const { startServing } = await import("@/lib/live/serving");
  recordPeerAddresses();
  refuseFailingRequests();
  refuseSignInsEarly();
  recordAnswers("/api/live");
  startServing();
}
