import { InvalidArgumentError, type Command } from 'commander'
import { examples } from '../../terminal/examples.js'
import type { Shell } from '../../terminal/shell.js'
import { listCarriers } from './carriers.js'
import { checkCarriers } from './check-carriers.js'
import { testCarrier, type TestCarrierOptions } from './test-carrier.js'

export function addCarrierCommands(program: Command, shell: Shell): void {
  const carriers = program.command('carriers').description('Show, check and test the carriers of the service')
  carriers
    .command('list', { isDefault: true })
    .description('List the carriers, their routes, and where they send receipts and texts (default command)')
    .option('--json', 'print JSON', false)
    .addHelpText('after', examples('carillon carriers', 'carillon carriers list --json'))
    .action((options: { json: boolean }) => listCarriers(options, shell))
  carriers
    .command('check')
    .description('Ask the carriers about credentials, numbers and webhooks, without sending a text')
    .argument('[name]', 'its name, as in the list (default: all carriers)')
    .option('--json', 'print JSON', false)
    .addHelpText('after', `${CHECK_NOTES}${examples('carillon carriers check', 'carillon carriers check main')}`)
    .action((name: string | undefined, options: { json: boolean }) =>
      checkCarriers({ ...options, ...(name !== undefined && { name }) }, shell),
    )
  addTestCommand(carriers, shell)
}

function addTestCommand(carriers: Command, shell: Shell): void {
  carriers
    .command('test')
    .description('Submit one text to a carrier, and wait for its receipt')
    .argument('<name>', 'its name, as in the list')
    .requiredOption('--from <number>', 'the number or short code to send from')
    .requiredOption('--to <number>', 'the number to text')
    .option('--body <text>', 'the text (default: one that says that it is a test)')
    .option('--wait <seconds>', 'how long to wait for the receipt, 0 for not at all', seconds, WAIT_SECONDS)
    .option('--json', 'print JSON', false)
    .addHelpText(
      'after',
      `${TEST_NOTES}${examples(
        'carillon carriers test main --from +12025550100 --to +12025550123',
        'carillon carriers test main --from +12025550100 --to +12025550123 --wait 300',
      )}`,
    )
    .action((name: string, options: Omit<TestCarrierOptions, 'name'>) => testCarrier({ name, ...options }, shell))
}

const WAIT_SECONDS = 60
const WAIT_SECONDS_MAX = 3_600

const CHECK_NOTES = `
The exit code is 1 if a check is bad, else 0. A check is unknown if the carrier cannot tell.
`

const TEST_NOTES = `
The text goes to this carrier, past all routes. It belongs to no account: no consent is checked, so text only a phone of
your own. The carrier may charge for it.

The exit code is 0 if the receipt says that the text was delivered, or with --wait 0 if the carrier accepted it, else 1.
`

function seconds(text: string): number {
  const count = /^\d{1,4}$/.test(text) ? Number(text) : Infinity
  if (count > WAIT_SECONDS_MAX)
    throw new InvalidArgumentError(`It must be a whole number from 0 to ${WAIT_SECONDS_MAX}.`)
  return count
}
