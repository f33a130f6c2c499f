import { Agent } from "node:http";
import { Agent as SecureAgent } from "node:https";
import { logger } from "@/lib/platform/log";

/** A provider's answers are small, and a person waits for them. */
const LIMITS = { milliseconds: 10_000, bytes: 2_000_000 };

/**
 * The agent of requests to the provider of the single sign-on, by its protocol. It ends a connection that takes longer or
 * brings more than `limits`, because the package that makes the requests limits neither once an answer has begun. Each
 * request has a connection of its own.
 */
export function providerAgent(issuer: string, { milliseconds, bytes } = LIMITS): Agent {
  const agent = new URL(issuer).protocol === "https:" ? new SecureAgent() : new Agent();
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options, done) => {
    const socket = connect(options, done);
    if (!socket) return socket;
    // Without an error of its own: a request whose answer has begun has no listener for one, which would end the process.
    const end = (problem: string) => {
      logger("auth").warn({ issuer, problem }, "the single sign-on provider's answer was given up");
      socket.destroy();
    };
    const late = setTimeout(() => end(`took longer than ${milliseconds} ms`), milliseconds);
    let received = 0;
    socket.on("data", (part: Buffer) => {
      received += part.byteLength;
      if (received > bytes) end(`has more than ${bytes} bytes`);
    });
    socket.once("close", () => clearTimeout(late));
    return socket;
  };
  return agent;
}
