export type AuditSearch = {
  /** What all shown actions begin with, such as `user.`. */
  readonly action?: string
  readonly cursor?: string
}
