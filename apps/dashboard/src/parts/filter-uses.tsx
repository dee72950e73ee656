import { Stack, Text } from '@mantine/core'
import { NamedUses, type NamedUsesProps } from './named-uses.js'
import { ScheduleUses, type ScheduleUsesProps } from './schedule-uses.js'

export type UsingSegments = NamedUsesProps['items']

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
      <NamedUses noun="segment" items={segments} />
      {schedules !== undefined && <ScheduleUses schedules={schedules} />}
    </Stack>
  )
}
