/**
 * A table that has every one of these writes, by its name; more lines of the same
 * write say after a colon what it is told. TypeScript names those that are missing.
 */
export type Each<Name extends string, T> = Record<Name, T> &
  Record<`${Name}:${string}`, T>
