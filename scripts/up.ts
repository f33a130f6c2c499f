import { runUp } from "./up/run-up";

await runUp();
