import { List, Stack, Text } from '@mantine/core'
import { formatCount, MoreCount } from './text/count.js'
import { TimeText } from './time/time-text.js'

export type ScheduleUsesProps = {
  readonly schedules: {
    readonly totalCount: number
    readonly results: readonly {
      readonly id: string
      readonly status: string
      readonly body: string
      readonly nextScheduledFor: string | null
    }[]
  }
}

/** The schedules that use something: the beginning of each text, and when it is sent next. */
export function ScheduleUses({ schedules: { totalCount, results } }: ScheduleUsesProps) {
  if (totalCount === 0) return null
  return (
    <Stack gap={4}>
      <Text size="sm" fw={550}>
        {totalCount === 1 ? '1 schedule' : `${formatCount(totalCount)} schedules`}
      </Text>
      <List size="sm" spacing={4}>
        {results.map(({ id, status, body, nextScheduledFor }) => (
          <List.Item key={id}>
            <Text size="sm" lineClamp={1} className="breaking" dir="auto">
              {body === '' ? 'Text of a template' : body}
            </Text>
            <Text size="xs" c="dimmed">
              {nextScheduledFor === null ? (
                `${status}, nothing planned`
              ) : (
                <>
                  next <TimeText at={nextScheduledFor} />
                </>
              )}
            </Text>
          </List.Item>
        ))}
      </List>
      <MoreCount totalCount={totalCount} shown={results.length} />
    </Stack>
  )
}
