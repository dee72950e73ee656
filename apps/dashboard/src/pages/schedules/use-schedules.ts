import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.js'
import type { Result, Values } from '../../api/operation.js'
import { keyOf, read } from '../../api/read.js'

const SCHEDULES = '/accounts/{account}/messaging/broadcast/schedules'
const ONE = `${SCHEDULES}/{scheduleId}` as const

export type Schedule = Result<typeof ONE, 'get'>
/** Every occurrence of a span. */
export type InSight = Result<`${typeof SCHEDULES}/occurrences`, 'get'>
export type Occurrence = InSight['results'][number]
export type ScheduleChanges = NonNullable<Values<typeof ONE, 'patch'>['body']>

export function useSchedule(account: string, scheduleId: string) {
  return useQuery(read('schedules', ONE, { path: { account, scheduleId } }))
}

/** The next occurrences of one schedule. */
export function useNextOccurrences(account: string, scheduleId: string) {
  return useQuery(
    read('schedules', '/accounts/{account}/schedules/{scheduleId}/occurrences', { path: { account, scheduleId } }),
  )
}

const PER_PAGE = 100
const PAGES_MAX = 20

/** All schedules that will send or are paused, by id: occurrences name them only by their ids. */
export function useOpenSchedules(account: string) {
  return useQuery({
    queryKey: [...keyOf('schedules', account), 'open'],
    queryFn: async ({ signal }) => {
      const found = new Map<string, Schedule>()
      for (let page = 1; page <= PAGES_MAX; page++) {
        const query = { page, limit: PER_PAGE, status: 'active,paused' }
        const { results, totalCount } = await call('get', SCHEDULES, { path: { account }, query, signal })
        for (const schedule of results) found.set(schedule.id, schedule)
        if (page * PER_PAGE >= totalCount) break
      }
      return found
    },
  })
}

export function useChangeSchedule(account: string, scheduleId: string) {
  return useChange(account, (body: ScheduleChanges) => call('patch', ONE, { path: { account, scheduleId }, body }))
}

export function useDeleteSchedule(account: string, scheduleId: string) {
  return useChange(account, () => call('delete', ONE, { path: { account, scheduleId } }))
}

export type SkipChange = { readonly scheduleId: string; readonly wallClock: string; readonly isSkipped: boolean }

/** Skips one occurrence, or takes that back. */
export function useSkip(account: string) {
  return useChange(account, ({ scheduleId, wallClock, isSkipped }: SkipChange) =>
    isSkipped
      ? call('post', `${ONE}/skips`, { path: { account, scheduleId }, body: { wallClock } })
      : call('delete', `${ONE}/skips/{wallClock}`, { path: { account, scheduleId, wallClock } }),
  )
}

function useChange<V, R>(account: string, change: (values: V) => Promise<R>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf('schedules', account) }),
  })
}
