import { runUp } from "@/scripts/up/run-up";

await runUp();
