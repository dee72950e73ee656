import { Box } from '@mantine/core'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { withNew, withNode } from '../language/edit-rows.js'
import type { FilterNames } from '../language/filter-names.js'
import type { FilterGroup } from '../language/rows.js'
import { BuilderContext, type Builder } from './builder-context.js'
import { GroupRows } from './group-rows.js'

export type FilterBuilderProps = {
  readonly names: FilterNames
  /** The tracking links to choose from. */
  readonly links: readonly string[]
  readonly filter: FilterGroup
  readonly onChange: (change: (filter: FilterGroup) => FilterGroup) => void
  /** What is wrong with a row or group, by its id. */
  readonly faults: ReadonlyMap<number, string>
  /** What hinders nothing, but may be unexpected. */
  readonly warnings: ReadonlyMap<number, string>
}

/** The conditions of a filter in rows and groups of rows. */
export function FilterBuilder({ names, links, filter, onChange, faults, warnings }: FilterBuilderProps) {
  const container = useRef<HTMLDivElement>(null)
  const toFocus = useRef<string | null>(null)
  const change = useRef(onChange)
  useEffect(() => {
    change.current = onChange
  })
  // What was added or left gets the focus, when it is there.
  useEffect(() => {
    if (toFocus.current === null) return
    container.current?.querySelector<HTMLElement>(toFocus.current)?.focus()
    toFocus.current = null
  }, [filter])
  const changeNode = useCallback<Builder['changeNode']>(
    (id, edit) => change.current((before) => withNode(before, id, edit)),
    [],
  )
  const addTo = useCallback<Builder['addTo']>((group, what) => {
    toFocus.current = `[data-rows="${group}"] > :last-child input`
    change.current((before) => withNew(before, group, what))
  }, [])
  const remove = useCallback<Builder['remove']>((id, group) => {
    toFocus.current = `[data-add="${group}"]`
    change.current((before) => withNode(before, id, () => null))
  }, [])
  const builder = useMemo(
    () => ({ names, links, faults, warnings, changeNode, addTo, remove }),
    [names, links, faults, warnings, changeNode, addTo, remove],
  )
  return (
    <BuilderContext value={builder}>
      <Box ref={container}>
        <GroupRows group={filter} level={1} place="" parent={null} />
      </Box>
    </BuilderContext>
  )
}
