import type { Command } from 'commander'
import { examples } from '../../terminal/examples.js'
import type { Shell } from '../../terminal/shell.js'
import { watchBroadcast } from './watch-broadcast.js'

export function addBroadcastCommands(program: Command, shell: Shell): void {
  const broadcast = program.command('broadcast').description('Follow broadcasts and batches')
  broadcast
    .command('watch')
    .description('Show the progress of a broadcast or batch until it ends; Ctrl-C stops watching, not sending')
    .argument('<id>', 'its id, from the response to the request that sent it')
    .option('--json', 'print only JSON, one object for each change', false)
    .addHelpText('after', `${WATCH_NOTES}${examples('carillon broadcast watch brc_01kjmma2g0007vq7wrdymx37zc')}`)
    .action((id: string, options: { json: boolean }) => watchBroadcast({ id, ...options }, shell))
}

const WATCH_NOTES = `
The exit code is 0 if the broadcast was completed or canceled, and 1 if none of its messages was sent, or if watching
stopped before it ended.
`
