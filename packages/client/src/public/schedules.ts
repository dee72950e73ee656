import type { CallOptions } from '../client-options.js'
import type { Connection } from '../requests/connection.js'
import type { QueryOf, Schema } from '../requests/operation.js'

const SCHEDULES = '/api/v1/messaging/broadcast/schedules'
const ONE = `${SCHEDULES}/{scheduleId}` as const

export const schedules = (connection: Connection) => ({
  /** The schedules of the account, upcoming schedules first. */
  list: (filter: QueryOf<typeof SCHEDULES> = {}, options?: CallOptions) =>
    connection.list(SCHEDULES, { ...options, query: filter }),

  /** When the schedules will send, within at most 100 days. */
  occurrences: (query: QueryOf<`${typeof SCHEDULES}/occurrences`>, options?: CallOptions) =>
    connection.request('GET', `${SCHEDULES}/occurrences`, { ...options, query }),

  /** One occurrence is not sent. `wallClock` is its local time in the zone of the schedule. */
  skip: (scheduleId: string, skipped: Schema<'SkipFields'>, options?: CallOptions) =>
    connection.request('POST', `${ONE}/skips`, { ...options, params: { scheduleId }, body: skipped }),

  /** An occurrence that was to be skipped is sent after all. */
  restore: (
    { scheduleId, wallClock }: { readonly scheduleId: string; readonly wallClock: string },
    options?: CallOptions,
  ) => connection.request('DELETE', `${ONE}/skips/{wallClock}`, { ...options, params: { scheduleId, wallClock } }),

  create: (schedule: Schema<'ScheduleFields'>, options?: CallOptions) =>
    connection.request('POST', SCHEDULES, { ...options, body: schedule }),

  byId: (scheduleId: string, options?: CallOptions) =>
    connection.request('GET', ONE, { ...options, params: { scheduleId } }),

  /** A merge patch: omitted fields stay unchanged. */
  change: (scheduleId: string, patch: Schema<'SchedulePatchFields'>, options?: CallOptions) =>
    connection.request('PATCH', ONE, { ...options, params: { scheduleId }, body: patch }),

  /** Stops all further sends. */
  cancel: (scheduleId: string, options?: CallOptions) =>
    connection.request('DELETE', ONE, { ...options, params: { scheduleId } }),

  /** The past sends of a schedule, newest first, with the reason for each send that did not happen. */
  sends: (scheduleId: string, filter: QueryOf<`${typeof ONE}/sends`> = {}, options?: CallOptions) =>
    connection.list(`${ONE}/sends`, { ...options, params: { scheduleId }, query: filter }),

  /** The times of the next sends of a schedule. */
  upcoming: (scheduleId: string, query: QueryOf<`${typeof ONE}/upcoming`> = {}, options?: CallOptions) =>
    connection.request('GET', `${ONE}/upcoming`, { ...options, params: { scheduleId }, query }),
})
