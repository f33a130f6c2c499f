import { findPortProblem } from "@/lib/platform/postgres/server-port";
import { StartError } from "./start-error";

/** Checks that a port is free. Throws StartError with the name of the setting and instructions. */
export async function requireFreePort(name: string, port: number, host: string): Promise<void> {
  const problem = await findPortProblem(port, host);
  if (problem === null) return;
  throw new StartError(explain(problem, name, port, host));
}

function explain(problem: string, name: string, port: number, host: string): string {
  if (problem === "EADDRINUSE")
    return (
      `${name}: port ${port} of ${host} is taken by another program. ` +
      `Stop that one, or choose another port: ${name}=${port < 65535 ? port + 1 : port - 1} npm run up`
    );
  if (problem === "EACCES")
    return `${name}: port ${port} needs more rights than this user has. Choose one above 1023: ${name}=3000 npm run up`;
  if (problem === "EADDRNOTAVAIL" || problem === "ENOTFOUND" || problem === "EAI_AGAIN")
    return `HOST: this machine has no address "${host}". Use 127.0.0.1 (this machine alone) or 0.0.0.0 (all).`;
  return `${name}: port ${port} of ${host} cannot be used (${problem}).`;
}
