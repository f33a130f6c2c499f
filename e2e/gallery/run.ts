import { rm } from "node:fs/promises";
import { createViteServer, startVitest } from "vitest/node";

/**
 * `npm run gallery`: judges every section in light and dark and prints the violations; `-- --update` stores the
 * pictures as baselines; `-- --short` leaves out the pictures; `-- --open` serves the gallery on loopback with hot
 * reload instead.
 */
const CONFIG = "vitest.gallery.config.ts";
const flags = new Set(process.argv.slice(2));

async function open(): Promise<void> {
  const server = await createViteServer({
    configFile: CONFIG,
    server: { host: "127.0.0.1", port: Number(process.env.GALLERY_PORT ?? 6060) },
  });
  await server.listen();
  console.log(`Gallery: ${server.resolvedUrls?.local[0]}e2e/gallery/index.html`);
  const stop = () => void server.close().then(() => process.exit(0));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);
}

async function judge(): Promise<void> {
  const update = flags.has("--update");
  // Baselines of sections that were removed would stay.
  if (update) await rm("e2e/gallery/baselines", { recursive: true, force: true });
  process.env.VITE_GALLERY = update ? "update" : flags.has("--short") ? "short" : "whole";
  const vitest = await startVitest("test", ["e2e/gallery/first", "e2e/gallery/second"], {
    config: CONFIG,
    watch: false,
    reporters: ["dot"],
  });
  const tests = vitest.state.getTestModules().flatMap((module) => [...module.children.allTests()]);
  const judged = tests.flatMap((test) => test.meta().gallery ?? []);
  const sum = (of: "violations" | "pictures") => judged.reduce((all, each) => all + each[of], 0);
  const failed = tests.filter((test) => !test.ok()).length;
  await vitest.close();
  if (sum("pictures") > 0) console.log(`${sum("pictures")} pictures ${update ? "stored" : "compared"}`);
  else if (!flags.has("--short"))
    console.log("Pictures were not compared: the baselines are of another version of the browser.");
  console.log(
    `${judged.length} sections, ${sum("violations")} violations${failed > 0 ? `, ${failed} sections failed` : ""}`,
  );
  process.exitCode = failed > 0 || judged.length === 0 ? 1 : 0;
}

await (flags.has("--open") ? open() : judge());
