import { connect, createServer, type Server, type Socket } from "node:net";

/** A proxy to a database that can be cut off, as if the database's machine had failed. */
export type CutDatabase = {
  connectionString: string;
  cut(): void;
  mend(): void;
  close(): void;
};

export async function openWayTo(connectionString: string): Promise<CutDatabase> {
  const to = new URL(connectionString);
  const sockets = new Set<Socket>();
  let whole = true;
  const way: Server = createServer((near) => {
    if (!whole) return near.destroy();
    const far = connect(Number(to.port), to.hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one
        .on("error", () => {})
        .on("close", () => {
          sockets.delete(one);
          other.destroy();
        });
    }
    return near.pipe(far).pipe(near);
  });
  await new Promise<void>((listening) => way.listen(0, "127.0.0.1", listening));
  const at = way.address();
  if (at === null || typeof at === "string") throw new Error("the way has no port");
  const here = new URL(connectionString);
  here.port = String(at.port);
  const cut = () => {
    whole = false;
    for (const socket of sockets) socket.destroy();
  };
  return {
    connectionString: here.href,
    cut,
    mend: () => {
      whole = true;
    },
    close: () => {
      cut();
      way.close();
    },
  };
}
