import { AUTH_FAULTS } from "./auth-faults";
import { DOMAIN_FAULTS } from "./domain-faults";
import { INGEST_FAULTS } from "./ingest-faults";
import { MIRROR_FAULTS } from "./mirror-faults";
import type { PlantedFault } from "./planted-fault";

/** The faults of each area, a folder of `lib`. */
export const FAULTS_BY_AREA: Readonly<Record<string, readonly PlantedFault[]>> = {
  domain: DOMAIN_FAULTS,
  mirror: MIRROR_FAULTS,
  auth: AUTH_FAULTS,
  ingest: INGEST_FAULTS,
};
