import { resolve } from "node:path";
import { assembleImage } from "@/scripts/image/assemble";
import { step } from "@/scripts/up/progress";
import { messageOf } from "@/scripts/up/start-error";

const USAGE = "Usage: npm run image -- FOLDER";

/** `npm run image -- FOLDER`: writes what an image of Drayboard contains to a new folder (docs/operating.md, Images). */
async function main([folder, ...rest]: string[]): Promise<void> {
  if (folder === undefined || rest.length > 0) throw new Error(USAGE);
  await step("Assembling the image's folder", () => assembleImage(resolve(folder)));
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
