import type { Command } from 'commander'
import { examples } from '../../terminal/examples.js'
import type { Shell } from '../../terminal/shell.js'
import { listSchedules } from './schedules.js'
import { showSchedule } from './show-schedule.js'

export function addScheduleCommands(program: Command, shell: Shell): void {
  const schedules = program.command('schedules').description('Show schedules: their last sends and their next sends')
  schedules
    .command('list', { isDefault: true })
    .description('Show the schedules of an account, by time of the next send (default command)')
    .requiredOption('--account <name>', 'the account of the schedules')
    .option('--json', 'print JSON', false)
    .addHelpText(
      'after',
      examples('carillon schedules --account Acme', 'carillon schedules list --account Acme --json'),
    )
    .action((options: { account: string; json: boolean }) => listSchedules(options, shell))
  schedules
    .command('show')
    .description('Show the next sends of a schedule, and the outcomes of its last sends')
    .argument('<id>', 'its id, as in the list')
    .option('--json', 'print JSON', false)
    .addHelpText('after', `${SHOW_NOTES}${examples('carillon schedules show sch_01kjmma2g0007vq7wrdymx37zc')}`)
    .action((id: string, options: { json: boolean }) => showSchedule({ id, ...options }, shell))
}

const SHOW_NOTES = `
All times are local times in the time zone of the schedule, or of the send if it has its own.
`
