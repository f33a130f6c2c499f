/** A number with its noun: "1 row", "2,000 rows". `many` is the plural; without it an "s" is added. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
