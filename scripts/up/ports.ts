import { findPortProblem } from "@/lib/platform/postgres/server-port";
import { StartError } from "./start-error";

interface Port {
  /** The setting's name. */
  name: string;
  port: number;
  host: string;
  /** The command to type so that another port is used. */
  onPort: (name: string, port: number) => string;
}

/** Checks that a port is free. Throws StartError with the name of the setting and instructions. */
export async function requireFreePort(requested: Port): Promise<void> {
  const problem = await findPortProblem(requested.port, requested.host);
  if (problem !== null) throw new StartError(explain(problem, requested));
}

function explain(problem: string, { name, port, host, onPort }: Port): string {
  if (problem === "EADDRINUSE")
    return (
      `${name}: port ${port} of ${host} is taken by another program. ` +
      `Stop that one, or choose another port: ${onPort(name, port < 65535 ? port + 1 : port - 1)}`
    );
  if (problem === "EACCES")
    return `${name}: port ${port} needs more rights than this user has. Choose one above 1023: ${onPort(name, 3000)}`;
  if (problem === "EADDRNOTAVAIL" || problem === "ENOTFOUND" || problem === "EAI_AGAIN")
    return `HOST: this machine has no address "${host}". Use 127.0.0.1 (this machine alone) or 0.0.0.0 (all).`;
  return `${name}: port ${port} of ${host} cannot be used (${problem}).`;
}
