import type { Erased } from "../../../../workflows/erase-customer"

/** `POST /admin/instalments/people/erase`: of how many rows a person was taken out. */
export type ErasedAnswer = { erased: Erased }
