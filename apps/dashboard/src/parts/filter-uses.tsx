import { List, Stack, Text } from '@mantine/core'
import { ScheduleUses, type ScheduleUsesProps } from './schedule-uses.js'
import { formatCount, MoreCount } from './text/count.js'

export type UsingSegments = {
  readonly totalCount: number
  readonly results: readonly { readonly id: string; readonly name: string }[]
}

export type FilterUsesProps = {
  readonly filters: { readonly segments: UsingSegments; readonly schedules?: ScheduleUsesProps['schedules'] }
  /** What the removal changes for them. */
  readonly effect: string
}

/** The segments and schedules whose filters name what is about to be removed. They do not prevent it. */
export function FilterUses({ filters: { segments, schedules }, effect }: FilterUsesProps) {
  if (segments.totalCount + (schedules?.totalCount ?? 0) === 0) return null
  return (
    <Stack gap={4} mt="sm">
      <Text size="sm">Filters name it. {effect}</Text>
      {segments.totalCount > 0 && <Segments segments={segments} />}
      {schedules !== undefined && <ScheduleUses schedules={schedules} />}
    </Stack>
  )
}

function Segments({ segments: { totalCount, results } }: { readonly segments: UsingSegments }) {
  return (
    <Stack gap={4}>
      <Text size="sm" fw={550}>
        {totalCount === 1 ? '1 segment' : `${formatCount(totalCount)} segments`}
      </Text>
      <List size="sm" spacing={4} aria-label="Segments that name it">
        {results.map(({ id, name }) => (
          <List.Item key={id}>
            <bdi className="breaking">{name}</bdi>
          </List.Item>
        ))}
      </List>
      <MoreCount totalCount={totalCount} shown={results.length} />
    </Stack>
  )
}
