/** A relationship of a record: what it leads to, to one or to many, and whether it is always written. */
export type Relation = { to: readonly string[]; many: boolean; always: boolean };

/** To one record of these types or to none. */
export const toOne = (...to: string[]): Relation => ({ to, many: false, always: true });

export const toMany = (...to: string[]): Relation => ({ to, many: true, always: true });

/** A relationship that is written only where it is asked for. */
export const onRequest = (relation: Relation): Relation => ({ ...relation, always: false });
