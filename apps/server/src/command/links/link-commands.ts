import { InvalidArgumentError, Option, type Command } from 'commander'
import { examples } from '../../terminal/examples.js'
import type { Shell } from '../../terminal/shell.js'
import { linkStats, type LinkStatsOptions } from './link-stats.js'
import { listLinks } from './links.js'

export function addLinkCommands(program: Command, shell: Shell): void {
  const links = program.command('links').description('Show the clicks on the tracking links of an account')
  links
    .command('list', { isDefault: true })
    .description('Show the tracking links of an account and their clicks (default command)')
    .requiredOption('--account <name>', ACCOUNT)
    .option('--json', 'print JSON', false)
    .addHelpText('after', examples('carillon links --account Acme', 'carillon links list --account Acme --json'))
    .action((options: { account: string; json: boolean }) => listLinks(options, shell))
  links
    .command('stats')
    .description('Show the clicks on a link by day, or from one broadcast; people and bots separately')
    .argument('<link>', 'the link, as in the list')
    .requiredOption('--account <name>', ACCOUNT)
    .option('--days <n>', 'the number of days up to today (default: 30)', days)
    .addOption(
      new Option('--broadcast <id>', 'only links sent with this broadcast or batch, all days together').conflicts(
        'days',
      ),
    )
    .option('--json', 'print JSON', false)
    .addHelpText(
      'after',
      `${STATS_NOTES}${examples(
        'carillon links stats go.acme.com/sale --account Acme',
        'carillon links stats go.acme.com/sale --account Acme --days 7',
        'carillon links stats go.acme.com/sale --account Acme --broadcast brc_01kjmma2g0007vq7wrdymx37zc',
      )}`,
    )
    .action((link: string, options: Omit<LinkStatsOptions, 'link'>) => linkStats({ link, ...options }, shell))
}

const ACCOUNT = 'the account of the links'

const STATS_NOTES = `
Days are in UTC. Each day shows the clicks of people as a bar, and next to it the clicks of bots: programs that only
inspect a link, such as those that make a preview of it.
`

const DAYS_MAX = 366

function days(text: string): number {
  const count = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (count < 1 || count > DAYS_MAX) throw new InvalidArgumentError(`It must be a whole number from 1 to ${DAYS_MAX}.`)
  return count
}
