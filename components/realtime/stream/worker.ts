import type { FromTab } from "./protocol";
import { runStream } from "./run-stream";

/**
 * The shared worker of all tabs of one user in a browser, named by the user's id. It has the one stream. Its address
 * contains the hashes of its files, so tabs of another build have one of their own.
 */
let joined = 0;
const ports = new Map<string, MessagePort>();
const { receive } = runStream(self.name, (tab, message) => ports.get(tab)?.postMessage(message));

self.addEventListener("connect", (event) => {
  if (!(event instanceof MessageEvent)) return;
  const [port] = event.ports;
  if (!port) return;
  joined += 1;
  const tab = String(joined);
  port.onmessage = ({ data }: MessageEvent<FromTab>) => {
    ports.set(tab, port);
    receive(tab, data);
    if (data.kind === "leave") ports.delete(tab);
  };
});
