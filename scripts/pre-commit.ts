import { checkStaged } from "@/scripts/hooks/check-staged";

/** Run by git before a commit (scripts/hooks/pre-commit). A code other than 0 ends the commit. */
process.exit(await checkStaged());
