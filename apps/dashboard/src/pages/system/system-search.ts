/** Where the shown part of each list begins; without it, at its first entry. */
export type SystemSearch = {
  readonly accounts?: string
  readonly users?: string
  readonly jobs?: string
  readonly audit?: string
}
