import type { Command } from 'commander'
import { examples } from '../../terminal/examples.js'
import type { Shell } from '../../terminal/shell.js'
import { listSchedules } from './schedules.js'
import { showSchedule } from './show-schedule.js'

export function addScheduleCommands(program: Command, shell: Shell): void {
  const schedules = program.command('schedules').description('Look at schedules: what they have sent, and what is next')
  schedules
    .command('list', { isDefault: true })
    .description('Show the schedules of an account, the next to send first; schedules alone does so too')
    .requiredOption('--account <name>', 'the account that the schedules are of')
    .option('--json', 'as JSON', false)
    .addHelpText(
      'after',
      examples('carillon schedules --account Acme', 'carillon schedules list --account Acme --json'),
    )
    .action((options: { account: string; json: boolean }) => listSchedules(options, shell))
  schedules
    .command('show')
    .description('Show when a schedule sends next, and what became of its last sends')
    .argument('<id>', 'its id, as in the list')
    .option('--json', 'as JSON', false)
    .addHelpText('after', `${SHOW_NOTES}${examples('carillon schedules show sch_01kjmma2g0007vq7wrdymx37zc')}`)
    .action((id: string, options: { json: boolean }) => showSchedule({ id, ...options }, shell))
}

const SHOW_NOTES = `
All times are shown as clocks show them in the time zone of the schedule, and of a send that has its own zone in that.
`
