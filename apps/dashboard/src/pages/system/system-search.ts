export type SystemSearch = {
  /** Where the shown part of the audit begins; without it, at the newest entry. */
  readonly audit?: string
}
