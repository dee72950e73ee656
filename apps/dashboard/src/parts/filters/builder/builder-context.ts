import { createContext, useContext } from 'react'
import type { FilterNames } from '../language/filter-names.js'
import type { FilterNode } from '../language/rows.js'

/** What every row of a builder needs. */
export type Builder = {
  readonly names: FilterNames
  readonly links: readonly string[]
  readonly faults: ReadonlyMap<number, string>
  readonly warnings: ReadonlyMap<number, string>
  readonly changeNode: (id: number, edit: (node: FilterNode) => FilterNode) => void
  readonly addTo: (group: number, what: 'row' | 'group') => void
  readonly remove: (id: number, group: number) => void
}

export const BuilderContext = createContext<Builder | null>(null)

export function useBuilder(): Builder {
  const builder = useContext(BuilderContext)
  if (builder === null) throw new Error('This row is not in a builder')
  return builder
}
