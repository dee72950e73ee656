import { InvalidArgumentError, Option, type Command } from 'commander'
import { examples } from '../../terminal/examples.js'
import type { Shell } from '../../terminal/shell.js'
import { linkStats, type LinkStatsOptions } from './link-stats.js'
import { listLinks } from './links.js'

export function addLinkCommands(program: Command, shell: Shell): void {
  const links = program.command('links').description('See who follows the tracking links of an account')
  links
    .command('list', { isDefault: true })
    .description('Show the tracking links of an account and how they were followed; links alone does so too')
    .requiredOption('--account <name>', ACCOUNT)
    .option('--json', 'as JSON', false)
    .addHelpText('after', examples('carillon links --account Acme', 'carillon links list --account Acme --json'))
    .action((options: { account: string; json: boolean }) => listLinks(options, shell))
  links
    .command('stats')
    .description('Show how a link was followed, day by day, or in one broadcast; people apart from bots')
    .argument('<link>', 'as in the list')
    .requiredOption('--account <name>', ACCOUNT)
    .option('--days <n>', 'how many days, of which the last is today (30)', days)
    .addOption(
      new Option('--broadcast <id>', 'only what went out with this broadcast or batch, all days together').conflicts(
        'days',
      ),
    )
    .option('--json', 'as JSON', false)
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

const ACCOUNT = 'the account that the links are of'

const STATS_NOTES = `
Days are those of UTC. Each has what people did, as a bar, and beside it what bots did: programs that only look at a
link, such as those that make a preview of it.
`

const DAYS_MAX = 366

function days(text: string): number {
  const count = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (count < 1 || count > DAYS_MAX) throw new InvalidArgumentError(`It must be a whole number from 1 to ${DAYS_MAX}.`)
  return count
}
