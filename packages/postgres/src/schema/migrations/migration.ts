/** Once published it is never edited: a change of mind is the next migration. */
export type Migration = { readonly id: string; readonly sql: string }
