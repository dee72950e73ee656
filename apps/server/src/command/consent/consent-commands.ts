import type { Command } from 'commander'
import { examples } from '../../terminal/examples.js'
import type { Shell } from '../../terminal/shell.js'
import { reconcileConsent, type ReconcileOptions } from './reconcile-consent.js'

export function addConsentCommands(program: Command, shell: Shell): void {
  const consent = program.command('consent').description("Compare the carriers' opt-outs with those of the accounts")
  consent
    .command('reconcile')
    .description("List how a carrier's own list of opt-outs differs from the opt-outs of the accounts; changes nothing")
    .requiredOption('--carrier <name>', 'the carrier, as in carillon carriers')
    .option('--account <name>', 'the account (default: every account, one after the other)')
    .option('--json', 'print JSON, one object per line', false)
    .addHelpText(
      'after',
      `${NOTES}${examples(
        'carillon consent reconcile --carrier backup --account Acme',
        'carillon consent reconcile --carrier backup --json',
      )}`,
    )
    .action((options: ReconcileOptions) => reconcileConsent(options, shell))
}

const NOTES = `
First come the numbers that have opted out only at the carrier. Then come those that have opted out only at Carillon, which
is normal: there, a STOP is one for all numbers of the account, whichever carrier has them. Of the carrier's list, only the
entries of the account's numbers count. The list is read once for each account.
`
