import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { TestProject } from "vitest/node";
import { calledSchema, type Target } from "./target-notes";

declare module "vitest" {
  export interface ProvidedContext {
    /**
     * Address of the coordinator. Conformance test files read the tested service from it and report the operations they
     * called.
     */
    conformanceCoordinator: string;
    /** The service named on the command line. Without it, the suite starts its own service. */
    foreignTarget?: { url: string; key: string };
  }
}

type Opened = { target: Target; close(): Promise<void> };

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

async function open(project: TestProject): Promise<Opened> {
  const { foreignTarget, testClusterUrl } = project.getProvidedContext();
  if (foreignTarget) {
    const target = {
      ...foreignTarget,
      own: false,
      strangerKey: null,
      freeKey: null,
      plainKey: null,
      trialKey: null,
      endedTrialKey: null,
      revokedKey: null,
      failing: null,
      limited: null,
    };
    return { target, close: async () => undefined };
  }
  const { openOwnTarget } = await import("./own-target");
  return openOwnTarget(testClusterUrl);
}

/**
 * Vitest's globalSetup: the coordinator of the conformance suite. The first request of a file starts the service; all
 * files share it. The teardown reports which rows and endpoints were tested.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let opened: Promise<Opened> | null = null;
  const called = new Set<string>();
  const server = createServer(async (request, response) => {
    // A file reports its calls long after its first request. A kept-alive connection may be closing at that moment.
    response.setHeader("Connection", "close");
    try {
      if (request.method === "POST") {
        for (const each of calledSchema.parse(JSON.parse(await textOf(request)))) called.add(each);
        response.writeHead(204).end();
        return;
      }
      opened ??= open(project);
      response.end(JSON.stringify((await opened).target));
    } catch (error) {
      response.writeHead(500).end(error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("Drayboard has no port");
  project.provide("conformanceCoordinator", `http://127.0.0.1:${address.port}`);
  return async () => {
    server.closeAllConnections();
    server.close();
    const run = await Promise.resolve(opened).catch(() => null);
    if (run === null) return;
    const { reportCoverage } = await import("./coverage");
    const lacking = reportCoverage(project, called);
    if (run.target.own && lacking) process.exitCode = 1;
    await run.close();
  };
}
