import type { Command } from 'commander'
import { examples } from '../../terminal/examples.js'
import type { Shell } from '../../terminal/shell.js'
import { watchBroadcast } from './watch-broadcast.js'

export function addBroadcastCommands(program: Command, shell: Shell): void {
  const broadcast = program.command('broadcast').description('Follow broadcasts and batches')
  broadcast
    .command('watch')
    .description('Show how a broadcast or batch goes until it has ended; Ctrl-C leaves it running')
    .argument('<id>', 'its id, as in the answer to the request that sent it')
    .option('--json', 'one JSON object for each change, and nothing else', false)
    .addHelpText('after', `${WATCH_NOTES}${examples('carillon broadcast watch brc_01kjmma2g0007vq7wrdymx37zc')}`)
    .action((id: string, options: { json: boolean }) => watchBroadcast({ id, ...options }, shell))
}

const WATCH_NOTES = `
The exit code is 0 when it is completed or was canceled, and 1 when none of its messages was sent, or when this ended
before it did.
`
