import { InvalidArgumentError, type Command } from 'commander'
import { examples } from '../../terminal/examples.js'
import type { Shell } from '../../terminal/shell.js'
import { addWebhook, changeWebhook, removeWebhook, rotateWebhook } from './change-webhook.js'
import { testWebhook } from './test-webhook.js'
import { listDeliveries, replayDeliveries, showDelivery } from './webhook-deliveries.js'
import { listWebhooks, showWebhook, type AccountOptions } from './webhooks.js'

export function addWebhookCommands(program: Command, shell: Shell): void {
  const webhooks = program
    .command('webhooks')
    .description('Say where an account hears of its events, and see how it goes')
  addReadingCommands(webhooks, shell)
  addChangingCommands(webhooks, shell)
  addStateCommands(webhooks, shell)
  addDeliveryCommands(webhooks, shell)
}

function addReadingCommands(webhooks: Command, shell: Shell): void {
  ofAccount(webhooks.command('list', { isDefault: true }))
    .description('Show the webhooks of an account; webhooks alone does so too')
    .addHelpText('after', examples('carillon webhooks --account Acme', 'carillon webhooks list --account Acme --json'))
    .action((options: AccountOptions) => listWebhooks(options, shell))
  ofAccount(webhooks.command('show').argument('<id>', ID))
    .description('Show one of them')
    .addHelpText('after', examples(`carillon webhooks show ${AN_ID} --account Acme`))
    .action((id: string, options: AccountOptions) => showWebhook({ id, ...options }, shell))
}

function addChangingCommands(webhooks: Command, shell: Shell): void {
  ofAccount(webhooks.command('add').argument('<url>', 'where the events are posted to'))
    .description('Add one, and print the secret that signs what is posted to it')
    .requiredOption('--events <types>', EVENTS, typesOf)
    .option('--secret-stdin', SECRET_STDIN, false)
    .addHelpText(
      'after',
      examples(
        'carillon webhooks add https://hooks.acme.com --account Acme --events message.received,message.failed',
        'carillon webhooks add https://hooks.acme.com --account Acme --events link.clicked --secret-stdin < secret.txt',
      ),
    )
    .action((url: string, options: AccountOptions & { events: readonly string[]; secretStdin: boolean }) =>
      addWebhook({ url, ...options }, shell),
    )
  const change = ofAccount(webhooks.command('change').argument('<id>', ID))
  change
    .description('Change where it leads, or what it hears')
    .option('--url <url>', 'where the events are posted to from now on')
    .option('--events <types>', EVENTS, typesOf)
    .addHelpText('after', examples(`carillon webhooks change ${AN_ID} --account Acme --events message.received`))
    .action((id: string, options: AccountOptions & { url?: string; events?: readonly string[] }) => {
      if (options.url === undefined && options.events === undefined)
        change.error('error: say what to change, with --url, --events or both')
      return changeWebhook({ id, ...options }, shell)
    })
  ofAccount(webhooks.command('rotate').argument('<id>', ID))
    .description('Give it another secret, and print it; for a while both sign')
    .option('--previous-valid-hours <n>', 'for how long the secret before it signs too (24)', hours)
    .option('--secret-stdin', SECRET_STDIN, false)
    .addHelpText(
      'after',
      examples(
        `carillon webhooks rotate ${AN_ID} --account Acme`,
        `carillon webhooks rotate ${AN_ID} --account Acme --previous-valid-hours 0`,
      ),
    )
    .action((id: string, options: AccountOptions & { previousValidHours?: number; secretStdin: boolean }) =>
      rotateWebhook({ id, ...options }, shell),
    )
}

function addStateCommands(webhooks: Command, shell: Shell): void {
  for (const [name, enabled, description] of [
    ['enable', true, 'Send to it again, what has waited for it first'],
    ['disable', false, 'Send nothing to it; what waits for it goes on waiting'],
  ] as const) {
    ofAccount(webhooks.command(name).argument('<id>', ID))
      .description(description)
      .addHelpText('after', examples(`carillon webhooks ${name} ${AN_ID} --account Acme`))
      .action((id: string, options: AccountOptions) => changeWebhook({ id, ...options, enabled }, shell))
  }
  webhooks
    .command('remove')
    .description('Take it away, with what waits for it')
    .argument('<id>', ID)
    .requiredOption('--account <name>', ACCOUNT)
    .addHelpText('after', examples(`carillon webhooks remove ${AN_ID} --account Acme`))
    .action((id: string, options: { account: string }) => removeWebhook({ id, ...options }, shell))
}

function addDeliveryCommands(webhooks: Command, shell: Shell): void {
  ofAccount(webhooks.command('test').argument('<id>', ID))
    .description('Post a test event to it, and tell what it answers')
    .addHelpText('after', `${TEST_NOTES}${examples(`carillon webhooks test ${AN_ID} --account Acme`)}`)
    .action((id: string, options: AccountOptions) => testWebhook({ id, ...options }, shell))
  ofAccount(webhooks.command('deliveries').argument('<id>', ID))
    .description('Show what was sent to it and what is still to be sent, the newest first')
    .option('--status <status>', 'only those that are pending, delivered or failed')
    .option('--type <type>', 'only those of events of this type')
    .option('--page <n>', 'which page of the list', pageNumber, 1)
    .addHelpText('after', examples(`carillon webhooks deliveries ${AN_ID} --account Acme --status failed`))
    .action((id: string, options: AccountOptions & { status?: string; type?: string; page: number }) =>
      listDeliveries({ id, ...options }, shell),
    )
  ofAccount(webhooks.command('delivery').argument('<id>', ID).argument('<eventId>', EVENT_ID))
    .description('Show how often an event was tried, what came of it, and what it says')
    .addHelpText('after', examples(`carillon webhooks delivery ${AN_ID} ${AN_EVENT_ID} --account Acme`))
    .action((id: string, eventId: string, options: AccountOptions) => showDelivery({ id, eventId, ...options }, shell))
  const replay = ofAccount(webhooks.command('replay').argument('<id>', ID))
  replay
    .description('Send events to it again, also those from before it was added')
    .option('--event <id>', 'one event, by its id')
    .option('--from <time>', 'all that happened from this time on, such as 2026-03-01T12:00:00Z')
    .option('--to <time>', 'and before this one')
    .option('--failed', 'of those only what could not be delivered', false)
    .addHelpText(
      'after',
      examples(
        `carillon webhooks replay ${AN_ID} --account Acme --event ${AN_EVENT_ID}`,
        `carillon webhooks replay ${AN_ID} --account Acme --from 2026-03-01T12:00:00Z --to 2026-03-02T00:00:00Z --failed`,
      ),
    )
    .action((id: string, { account, json, ...asked }: AccountOptions & Replay) => {
      const which = replayOf(asked)
      if (which === null) replay.error('error: say which events, with --event, or with --from and --to')
      else return replayDeliveries({ account, id, json, ...which }, shell)
    })
}

type Replay = { readonly event?: string; readonly from?: string; readonly to?: string; readonly failed: boolean }

/** Null if the options are invalid: a replay takes either one event or a period. */
function replayOf({ event, from, to, failed }: Replay) {
  if (event !== undefined) return from === undefined && to === undefined && !failed ? { eventId: event } : null
  return from === undefined || to === undefined ? null : { from, to, ...(failed ? { status: 'failed' } : {}) }
}

function ofAccount(command: Command): Command {
  return command.requiredOption('--account <name>', ACCOUNT).option('--json', 'as JSON', false)
}

const ACCOUNT = 'the account that the webhooks are of'
const ID = 'its id, as in the list'
const EVENT_ID = 'the id of the event, as in the list of deliveries'
const EVENTS = 'which events it hears: their types with commas between them, or this more than once'
const SECRET_STDIN = 'read the secret from the standard input; a random one otherwise'
const AN_ID = 'whk_01kjmma2g0007vq7wrdymx37zc'
const AN_EVENT_ID = 'evt_01kjmma2g0007vq7wrdymx37zd'

const TEST_NOTES = `
The exit code is 0 when it was taken, and 1 when it was not, or when nothing was tried within half a minute. One that
was not taken is tried again like any other event.
`

function typesOf(text: string, before: readonly string[] = []): readonly string[] {
  const types = text.split(',').map((type) => type.trim())
  return [...before, ...types.filter((type) => type !== '')]
}

function hours(text: string): number {
  if (!/^\d{1,3}$/.test(text)) throw new InvalidArgumentError('It must be a whole number of hours, 0 or more.')
  return Number(text)
}

function pageNumber(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError('It must be a whole number, 1 or more.')
  return Number(text)
}
