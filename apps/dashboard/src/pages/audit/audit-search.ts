export type AuditSearch = {
  /** The beginning of an action, such as `user.`. */
  readonly action?: string
  readonly cursor?: string
}
