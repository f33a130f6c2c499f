import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { messageOf } from "@/scripts/up/start-error";
import { makeSite, writeSite } from "./build-site";

const FOLDER = join(".cache", "docs");

/**
 * `npm run docs [-- FOLDER]`: makes the site of the documents: README, `docs`, the decisions and the two API references.
 * Exit code 1 if a link of a document is broken.
 */
async function main([folder = FOLDER, ...rest]: string[]): Promise<void> {
  if (rest.length > 0 || folder.startsWith("-")) throw new Error("Usage: npm run docs [-- FOLDER]");
  const root = process.cwd();
  const site = await makeSite(root);
  await writeSite(site, root, resolve(folder));
  const index = pathToFileURL(join(resolve(folder), "index.html"));
  console.log(`${site.pages} pages and ${site.pictures.length} pictures. Open ${index}`);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
