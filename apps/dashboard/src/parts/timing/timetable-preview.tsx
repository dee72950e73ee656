import { List, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.js'
import { keyOf } from '../../api/read.js'
import { ErrorMessage } from '../state/error-message.js'
import { dayOf, timeOf } from '../time/wall-clock-format.js'
import { OccurrenceMarks } from './occurrence-marks.js'
import { OccurrencePlace } from './occurrence-place.js'
import { missingIn, timedFieldsOf, type Timing } from './timing.js'

const SETTLE_MS = 400
const SHOWN = 5

/** When a schedule with this timing would send. The service computes it, as it does when it sends. */
export function TimetablePreview({ account, timing }: { readonly account: string; readonly timing: Timing }) {
  const [settled] = useDebouncedValue(timing, SETTLE_MS)
  const isComplete = settled.when !== 'now' && missingIn(settled) === null
  const body = isComplete ? { schedule: timedFieldsOf(settled, settled.at).schedule } : null
  const preview = useQuery({
    queryKey: [...keyOf('schedules', account), 'preview', body],
    queryFn: ({ signal }) =>
      call('post', '/accounts/{account}/schedules/preview', { path: { account }, body: body!, signal }),
    enabled: body !== null,
    placeholderData: keepPreviousData,
  })
  if (body === null || timing.when === 'now') return null
  if (preview.error) return <ErrorMessage error={preview.error} title="No schedule can have this time" />
  const results = preview.data?.results ?? []
  if (results.length === 0) return null
  return (
    <Stack gap={4} aria-busy={preview.isFetching}>
      <Text size="sm" fw={550}>
        {results.length === 1 ? 'It is sent' : 'The first times'}
      </Text>
      <List size="sm" spacing={4} aria-label="The first times">
        {results.slice(0, SHOWN).map((occurrence) => (
          <List.Item key={occurrence.wallClock}>
            {dayOf(occurrence.wallClock)}, {timeOf(occurrence.wallClock)} <OccurrencePlace occurrence={occurrence} />{' '}
            <OccurrenceMarks occurrence={occurrence} />
          </List.Item>
        ))}
      </List>
    </Stack>
  )
}
