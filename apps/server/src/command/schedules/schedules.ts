import { asJson } from '../../terminal/as-json.js'
import { firstOf, restOf } from '../../terminal/first-of.js'
import type { Shell } from '../../terminal/shell.js'
import { tableOf } from '../../terminal/table.js'
import { withAdmin } from '../client/admin-client.js'
import { nextOf, recipientsOf, type Schedule } from './schedule-words.js'

export type SchedulesOptions = { readonly account: string; readonly json: boolean }

export async function listSchedules({ account, json }: SchedulesOptions, shell: Shell): Promise<void> {
  const schedules = await withAdmin(shell, (admin) => firstOf(admin.schedules.list(account)))
  shell.stdout.write(json ? asJson(schedules.results) : listed(schedules.results, account))
  shell.stderr.write(restOf(schedules, 'first'))
}

function listed(schedules: readonly Schedule[], account: string): string {
  if (schedules.length === 0) return `${account} has no schedule\n`
  const rows = schedules.map((one) => [one.id, one.status, one.timing, nextOf(one), recipientsOf(one)])
  return tableOf([['ID', 'STATUS', 'TIMING', 'NEXT', 'RECIPIENTS'], ...rows])
}
