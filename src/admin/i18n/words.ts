import type { en } from "./en"

/** The same keys with words of another language. */
type Translated<T> = {
  [Key in keyof T]: T[Key] extends string ? string : Translated<T[Key]>
}

/** What a language has to say: every key of the English words. */
export type Words = Translated<typeof en>
