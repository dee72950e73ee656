import { InvalidArgumentError, type Command } from 'commander'
import { examples } from '../../terminal/examples.js'
import type { Shell } from '../../terminal/shell.js'
import { addWebhook, changeWebhook, removeWebhook, rotateWebhook } from './change-webhook.js'
import { testWebhook } from './test-webhook.js'
import { listDeliveries, replayDeliveries, showDelivery } from './webhook-deliveries.js'
import { listWebhooks, showWebhook, type AccountOptions } from './webhooks.js'

export function addWebhookCommands(program: Command, shell: Shell): void {
  const webhooks = program.command('webhooks').description('Manage the webhooks that receive the events of an account')
  addReadingCommands(webhooks, shell)
  addChangingCommands(webhooks, shell)
  addStateCommands(webhooks, shell)
  addDeliveryCommands(webhooks, shell)
}

function addReadingCommands(webhooks: Command, shell: Shell): void {
  ofAccount(webhooks.command('list', { isDefault: true }))
    .description('Show the webhooks of an account (default command)')
    .addHelpText('after', examples('carillon webhooks --account Acme', 'carillon webhooks list --account Acme --json'))
    .action((options: AccountOptions) => listWebhooks(options, shell))
  ofAccount(webhooks.command('show').argument('<id>', ID))
    .description('Show a webhook')
    .addHelpText('after', examples(`carillon webhooks show ${AN_ID} --account Acme`))
    .action((id: string, options: AccountOptions) => showWebhook({ id, ...options }, shell))
}

function addChangingCommands(webhooks: Command, shell: Shell): void {
  ofAccount(webhooks.command('add').argument('<url>', 'the URL to post the events to'))
    .description('Add a webhook, and print the secret that signs its requests')
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
    .description('Change the URL or the event types of a webhook')
    .option('--url <url>', 'the new URL to post the events to')
    .option('--events <types>', EVENTS, typesOf)
    .addHelpText('after', examples(`carillon webhooks change ${AN_ID} --account Acme --events message.received`))
    .action((id: string, options: AccountOptions & { url?: string; events?: readonly string[] }) => {
      if (options.url === undefined && options.events === undefined)
        change.error('error: --url, --events or both are required')
      return changeWebhook({ id, ...options }, shell)
    })
  ofAccount(webhooks.command('rotate').argument('<id>', ID))
    .description('Replace the secret of a webhook, and print the new one; for a while both sign')
    .option('--previous-valid-hours <n>', 'how long the previous secret also signs (default: 24)', hours)
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
    ['enable', true, 'Enable a webhook; its waiting events are sent first'],
    ['disable', false, 'Disable a webhook; its pending events wait'],
  ] as const) {
    ofAccount(webhooks.command(name).argument('<id>', ID))
      .description(description)
      .addHelpText('after', examples(`carillon webhooks ${name} ${AN_ID} --account Acme`))
      .action((id: string, options: AccountOptions) => changeWebhook({ id, ...options, enabled }, shell))
  }
  webhooks
    .command('remove')
    .description('Remove a webhook and its waiting events')
    .argument('<id>', ID)
    .requiredOption('--account <name>', ACCOUNT)
    .addHelpText('after', examples(`carillon webhooks remove ${AN_ID} --account Acme`))
    .action((id: string, options: { account: string }) => removeWebhook({ id, ...options }, shell))
}

function addDeliveryCommands(webhooks: Command, shell: Shell): void {
  ofAccount(webhooks.command('test').argument('<id>', ID))
    .description('Post a test event to a webhook, and show the response')
    .addHelpText('after', `${TEST_NOTES}${examples(`carillon webhooks test ${AN_ID} --account Acme`)}`)
    .action((id: string, options: AccountOptions) => testWebhook({ id, ...options }, shell))
  ofAccount(webhooks.command('deliveries').argument('<id>', ID))
    .description('Show the sent and pending deliveries of a webhook, newest first')
    .option('--status <status>', 'only deliveries with this status: pending, delivered or failed')
    .option('--type <type>', 'only deliveries of events of this type')
    .option('--page <n>', 'the page of the list', pageNumber, 1)
    .addHelpText('after', examples(`carillon webhooks deliveries ${AN_ID} --account Acme --status failed`))
    .action((id: string, options: AccountOptions & { status?: string; type?: string; page: number }) =>
      listDeliveries({ id, ...options }, shell),
    )
  ofAccount(webhooks.command('delivery').argument('<id>', ID).argument('<eventId>', EVENT_ID))
    .description('Show the attempts of a delivery, their outcomes and the payload')
    .addHelpText('after', examples(`carillon webhooks delivery ${AN_ID} ${AN_EVENT_ID} --account Acme`))
    .action((id: string, eventId: string, options: AccountOptions) => showDelivery({ id, eventId, ...options }, shell))
  const replay = ofAccount(webhooks.command('replay').argument('<id>', ID))
  replay
    .description('Send events to a webhook again, including events from before it was added')
    .option('--event <id>', 'one event, by its id')
    .option('--from <time>', 'events from this time on, such as 2026-03-01T12:00:00Z')
    .option('--to <time>', 'events before this time')
    .option('--failed', 'only events with a failed delivery', false)
    .addHelpText(
      'after',
      examples(
        `carillon webhooks replay ${AN_ID} --account Acme --event ${AN_EVENT_ID}`,
        `carillon webhooks replay ${AN_ID} --account Acme --from 2026-03-01T12:00:00Z --to 2026-03-02T00:00:00Z --failed`,
      ),
    )
    .action((id: string, { account, json, ...options }: AccountOptions & Replay) => {
      const which = replayOf(options)
      if (which === null) replay.error('error: either --event, or --from and --to, is required')
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
  return command.requiredOption('--account <name>', ACCOUNT).option('--json', 'print JSON', false)
}

const ACCOUNT = 'the account of the webhooks'
const ID = 'its id, as in the list'
const EVENT_ID = 'the id of the event, as in the list of deliveries'
const EVENTS = 'the event types to receive: separated by commas, or with this option repeated'
const SECRET_STDIN = 'read the secret from standard input (default: random)'
const AN_ID = 'whk_01kjmma2g0007vq7wrdymx37zc'
const AN_EVENT_ID = 'evt_01kjmma2g0007vq7wrdymx37zd'

const TEST_NOTES = `
The exit code is 0 if the test event was delivered, and 1 if it was not, or if no attempt was made within half a minute.
A failed test event is retried like any other event.
`

function typesOf(text: string, before: readonly string[] = []): readonly string[] {
  const types = text.split(',').map((type) => type.trim())
  return [...before, ...types.filter((type) => type !== '')]
}

function hours(text: string): number {
  if (!/^\d{1,3}$/.test(text)) throw new InvalidArgumentError('It must be a whole number of hours, 0 or greater.')
  return Number(text)
}

function pageNumber(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError('It must be a whole number, 1 or greater.')
  return Number(text)
}
