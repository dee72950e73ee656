export type UsersSearch = {
  readonly cursor?: string
}
