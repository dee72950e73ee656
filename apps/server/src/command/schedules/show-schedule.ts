import type { Schema } from '@carillon/client'
import { asJson } from '../../terminal/as-json.js'
import { clockOf } from '../../terminal/clock.js'
import type { Shell } from '../../terminal/shell.js'
import { tableOf } from '../../terminal/table.js'
import { withAdmin } from '../client/admin-client.js'
import { recipientsOf, timetableOf } from './schedule-words.js'

type FoundSchedule = Schema<'FoundSchedule'>

export type ShowScheduleOptions = { readonly id: string; readonly json: boolean }

export async function showSchedule({ id, json }: ShowScheduleOptions, shell: Shell): Promise<void> {
  const found = await withAdmin(shell, (admin) => admin.schedules.byId(id))
  shell.stdout.write(json ? asJson(found) : shown(found))
}

function shown(found: FoundSchedule): string {
  return [tableOf(factsOf(found)), upcomingOf(found), sendsOf(found)].join('\n')
}

function factsOf(found: FoundSchedule): [string, string][] {
  const { id, account, status, from, schedule, waveConfig } = found
  return [
    ['ID', id],
    ['ACCOUNT', account.name],
    ['STATUS', status],
    ['FROM', from],
    ['RECIPIENTS', recipientsOf(found)],
    ['WHEN', timetableOf(schedule)],
    ...(waveConfig === undefined ? [] : [wavesOf(waveConfig)]),
  ]
}

function wavesOf({
  recipientsPerWave,
  waveIntervalMinutes,
}: NonNullable<FoundSchedule['waveConfig']>): [string, string] {
  return ['WAVES', `of ${recipientsPerWave}, one wave every ${waveIntervalMinutes} min`]
}

function upcomingOf({ status, upcoming, schedule }: FoundSchedule): string {
  if (upcoming.length === 0) return 'No further send is planned\n'
  const heading = status === 'paused' ? 'NEXT, UNLESS IT IS STILL PAUSED' : 'NEXT'
  return tableOf([[heading], ...upcoming.map((instant) => [clockOf(instant, schedule.timezone)])])
}

/** Shows the time of each send in the timezone of that send. */
function sendsOf({ sends, schedule }: FoundSchedule): string {
  if (sends.length === 0) return 'Nothing has been sent yet\n'
  const rows = sends.map(({ scheduledFor, zone, status, reason = '-', broadcastId = '-' }) => [
    clockOf(scheduledFor, zone ?? schedule.timezone),
    zone ?? '-',
    status,
    reason,
    broadcastId,
  ])
  return tableOf([['LAST SENDS', 'ZONE', 'STATUS', 'REASON', 'BROADCAST'], ...rows])
}
