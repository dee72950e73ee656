/** Once published, a migration is never edited: changes go into a new one. */
export type Migration = { readonly id: string; readonly sql: string }
