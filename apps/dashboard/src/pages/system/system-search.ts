/** Where the shown part of each list begins; without it, at its first entry. */
export type SystemSearch = {
  readonly users?: string
  readonly audit?: string
}
