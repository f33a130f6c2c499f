import { INTERFACE_ENDPOINTS } from "@/tracking-service/conformance/rows/interface-endpoints";
import { INTERFACE_RESOURCES } from "@/tracking-service/conformance/rows/interface-resources";
import { INTERFACE_RULES } from "@/tracking-service/conformance/rows/interface-rules";
import { SUPPLEMENT_DELIVERIES } from "@/tracking-service/conformance/rows/supplement-deliveries";
import { SUPPLEMENT_ENDPOINTS } from "@/tracking-service/conformance/rows/supplement-endpoints";
import { SUPPLEMENT_RECORDS } from "@/tracking-service/conformance/rows/supplement-records";

/**
 * The rows of the two documents. A row has a test when the full name of a passed test contains it. The full name joins
 * the titles with ": ".
 */
export const ROWS: readonly string[] = [
  ...INTERFACE_RESOURCES,
  ...INTERFACE_ENDPOINTS,
  ...INTERFACE_RULES,
  ...SUPPLEMENT_RECORDS,
  ...SUPPLEMENT_ENDPOINTS,
  ...SUPPLEMENT_DELIVERIES,
];
