import { createServer } from "node:http";
import { isSigned } from "@/lib/ingest/signature";
import { config } from "@/lib/platform/config/config";
import { pool } from "@/lib/platform/database/client";

/**
 * The baseline for accepting deliveries: a bare server that reads the body, verifies its signature and runs the same
 * insert, one commit each, without Next. Started by `bench/ingest.ts`.
 */
const { host, port, webhookSecret } = config();
const secrets = webhookSecret === null ? [] : [webhookSecret];
const INSERT = `insert into inbox (notification_id, event, created_at, subject, headers, body)
  values ($1, $2, $3, null, '{}', $4) on conflict do nothing`;

createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on("data", (part: Buffer) => parts.push(part));
  request.on("end", () => {
    const body = Buffer.concat(parts);
    const signature = request.headers["x-t49-webhook-signature"];
    if (typeof signature !== "string" || !isSigned(body, signature, secrets)) {
      response.writeHead(request.url === "/health" ? 200 : 401).end();
      return;
    }
    const { data } = JSON.parse(body.toString("utf8"));
    pool()
      .query({
        name: "note",
        text: INSERT,
        values: [data.id, data.attributes.event, data.attributes.created_at, body],
      })
      .then(
        () => response.writeHead(202).end(),
        (error: Error) => response.writeHead(500).end(error.message),
      );
  });
}).listen(port, host);
