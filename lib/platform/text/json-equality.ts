/** Whether two JSON values are equal, regardless of the order of their keys. A missing key equals null. */
export function sameFacts(one: unknown, other: unknown): boolean {
  if (one === other || (one ?? null) === (other ?? null)) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) || Array.isArray(other))
    return (
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((value, at) => sameFacts(value, other[at]))
    );
  const left = new Map<string, unknown>(Object.entries(one));
  const right = new Map<string, unknown>(Object.entries(other));
  return [...new Set([...left.keys(), ...right.keys()])].every((key) =>
    sameFacts(left.get(key), right.get(key)),
  );
}
