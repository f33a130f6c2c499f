/** A range of an ordered list: `limit` rows from the zero-based `offset` on. */
export type PageRange = { offset: number; limit: number };
