import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.js'
import type { Values } from '../../api/operation.js'
import { keyOf } from '../../api/read.js'
import { missingIn, timedFieldsOf, type Timing } from '../timing/timing.js'
import { useSendingHours } from './use-sending-hours.js'
import { WindowsNotice } from './windows-notice.js'

type ScheduleFields = Values<'/accounts/{account}/messaging/broadcast/schedules', 'post'>['body']

export type ScheduledWindowsProps = {
  readonly account: string
  /** Null until it is complete: then nothing is shown. */
  readonly audience: ScheduleFields['audience'] | null
  readonly from: string
  /** The text, or the id of the template in place of it. */
  readonly body: string
  readonly template?: string | undefined
  readonly timing: Timing
}

const SETTLE_MS = 700

/** A schedule is previewed before its text is written; what is said of the text is then not shown. */
const NO_TEXT_YET = '-'

/** What sending windows would do at the first send of a schedule. Nothing for an account without windows. */
export function ScheduledWindows(props: ScheduledWindowsProps) {
  const { account } = props
  const { hasWindows, holdAtMost } = useSendingHours(account)
  const [request] = useDebouncedValue(JSON.stringify(requestOf(props)), SETTLE_MS)
  const isAsked = hasWindows && request !== 'null'
  const preview = useQuery({
    queryKey: [...keyOf('schedules', account), 'windows', request],
    queryFn: ({ signal }) =>
      call('post', '/accounts/{account}/messaging/preview', {
        path: { account },
        body: { kind: 'schedule', request: JSON.parse(request) as ScheduleFields },
        signal,
      }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  })
  // What is wrong with the text, the audience or the time is shown beside them.
  if (!isAsked || preview.error !== null || preview.data?.windows === undefined) return null
  return <WindowsNotice windows={preview.data.windows} holdAtMost={holdAtMost} isScheduled />
}

function requestOf({ audience, from, body, template, timing }: ScheduledWindowsProps): ScheduleFields | null {
  if (audience === null || from === '' || timing.when === 'now' || missingIn(timing) !== null) return null
  const text = body === '' && template !== undefined ? { template: { id: template } } : { body: body || NO_TEXT_YET }
  return { audience, from, ...text, ...timedFieldsOf(timing, timing.at) }
}
