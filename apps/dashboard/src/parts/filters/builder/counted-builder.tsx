import { Stack } from '@mantine/core'
import { Delayed } from '../../state/delayed.js'
import { ErrorMessage } from '../../state/error-message.js'
import { LinesSkeleton } from '../../state/skeletons.js'
import { useMemo } from 'react'
import type { FilterGroup } from '../language/rows.js'
import { LiveCount } from '../live-count.js'
import { useAllLinks } from '../use-all-links.js'
import { useFilterCount } from '../use-filter-count.js'
import { useFilterNames } from '../use-filter-names.js'
import { FilterBuilder } from './filter-builder.js'

export type CountedBuilderProps = {
  readonly account: string
  readonly filter: FilterGroup
  readonly onChange: (change: (filter: FilterGroup) => FilterGroup) => void
  /** Whether what is still to choose is said: not before somebody wants to go on. */
  readonly isMissingShown: boolean
  /** Further faults by the id of the row, such as those of the last attempt to save. */
  readonly faults?: ReadonlyMap<number, string> | undefined
  /** A segment that cannot be chosen, because it is the one that is changed. */
  readonly excludedSegment?: string | undefined
}

/** The builder, with what its filter finds at the moment. */
export function CountedBuilder(props: CountedBuilderProps) {
  const { account, filter, onChange, isMissingShown, faults, excludedSegment } = props
  const { names: all, error, refetch } = useFilterNames(account)
  const links = useAllLinks(account)
  const counted = useFilterCount(account, filter)
  const names = useMemo(
    () => all && { ...all, segments: all.segments.filter(({ id }) => id !== excludedSegment) },
    [all, excludedSegment],
  )
  const shownFaults = useMemo(
    () => new Map([...(faults ?? []), ...counted.faults, ...(isMissingShown ? counted.missing : [])]),
    [faults, counted.faults, counted.missing, isMissingShown],
  )
  if (names === undefined) {
    if (error !== null) return <ErrorMessage error={error} onRetry={refetch} />
    return (
      <Delayed>
        <LinesSkeleton />
      </Delayed>
    )
  }
  return (
    <Stack gap="md">
      <FilterBuilder
        names={names}
        links={links.data ?? []}
        filter={filter}
        onChange={onChange}
        faults={shownFaults}
        warnings={counted.unmet}
      />
      <LiveCount counted={counted} />
    </Stack>
  )
}
