/** Whether two values are equal: primitives by value, lists and plain objects by their members. */
export function sameContent(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => sameContent(Reflect.get(one, name), Reflect.get(other, name)))
  );
}
