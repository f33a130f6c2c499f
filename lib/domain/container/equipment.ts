import type { Container } from "./container-facts";
import { humanise } from "./container-status";

/** "40′ high cube", "20′ reefer", "40′ high cube reefer". Values that are not reported are omitted. */
export function equipmentText(container: Container): string | null {
  const { equipment_length: length, equipment_height: height, equipment_type: type } = container.attributes;
  const tall = height === "high_cube";
  const shape = [
    tall ? "high cube" : null,
    type && !(tall && type === "dry") ? humanise(type).toLowerCase() : null,
  ];
  return [length ? `${length}′` : null, ...shape].filter(Boolean).join(" ") || null;
}
