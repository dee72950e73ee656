import type { KnownField } from './fields.js'

/** What a filter refers to by id, as people know it. */
export type FilterNames = {
  readonly groups: readonly Named[]
  readonly segments: readonly Named[]
  readonly fields: readonly KnownField[]
  /** The zone in which times are shown. */
  readonly zone: string
}

export type Named = { readonly id: string; readonly name: string }
