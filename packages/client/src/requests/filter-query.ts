import type { Schema } from './operation.js'

/** A filter as a parameter of a query. */
export function filterQuery(filter: Schema<'ContactFilter'> | undefined): { readonly filter?: string } {
  return filter === undefined ? {} : { filter: JSON.stringify(filter) }
}
