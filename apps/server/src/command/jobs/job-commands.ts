import type { Command } from 'commander'
import { examples } from '../../terminal/examples.js'
import type { Shell } from '../../terminal/shell.js'
import { listDeadJobs, retryJob } from './jobs.js'

export function addJobCommands(program: Command, shell: Shell): void {
  const jobs = program.command('jobs').description('Show and retry jobs that failed too often')
  jobs
    .command('dead')
    .description('List the dead jobs, which are not retried automatically, newest first')
    .requiredOption('--account <name>', 'the account of the jobs')
    .option('--json', 'print JSON', false)
    .addHelpText('after', examples('carillon jobs dead --account Acme', 'carillon jobs dead --account Acme --json'))
    .action((options: { account: string; json: boolean }) => listDeadJobs(options, shell))
  jobs
    .command('retry')
    .description('Retry a dead job now')
    .argument('<id>', 'its id, as in the list')
    .requiredOption('--account <name>', 'the account of the job')
    .addHelpText('after', examples('carillon jobs retry job_01kjm3y0q0d5w2h7n4c6e8rtvx --account Acme'))
    .action((id: string, options: { account: string }) => retryJob({ id, ...options }, shell))
}
