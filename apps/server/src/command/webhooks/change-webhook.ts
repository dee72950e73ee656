import type { Schema } from '@carillon/client'
import { UserError } from '../../settings/user-error.js'
import { asJson } from '../../terminal/as-json.js'
import { clockOf } from '../../terminal/clock.js'
import { linesOf } from '../../terminal/lines.js'
import type { Shell } from '../../terminal/shell.js'
import { withAdmin } from '../client/admin-client.js'
import type { AccountOptions, OneWebhook } from './webhooks.js'

/** Whether to read the secret from standard input, so that process lists and shell history do not show it. */
type WithSecret = { readonly secretStdin: boolean }
type WebhookWithSecret = Schema<'ToldWebhook'>

export type AddWebhookOptions = AccountOptions &
  WithSecret & { readonly url: string; readonly events: readonly string[] }

export async function addWebhook({ account, json, secretStdin, ...given }: AddWebhookOptions, shell: Shell) {
  const body = { ...given, ...(await givenSecret(secretStdin, shell)) }
  const fields = body as Schema<'WebhookFields'>
  const added = await withAdmin(shell, (admin) => admin.webhooks.add(account, fields))
  printWebhook(added, { json, isGiven: secretStdin }, shell)
}

export type RotateWebhookOptions = OneWebhook & WithSecret & { readonly previousValidHours?: number }

export async function rotateWebhook({ account, id, json, secretStdin, ...given }: RotateWebhookOptions, shell: Shell) {
  const body = { ...given, ...(await givenSecret(secretStdin, shell)) }
  const rotated = await withAdmin(shell, (admin) => admin.webhooks.rotateSecret({ account, webhookId: id }, body))
  printWebhook(rotated, { json, isGiven: secretStdin }, shell)
  const { previousSecretValidUntil } = rotated
  const rest =
    previousSecretValidUntil === undefined ? 'no longer signs' : `also signs until ${clockOf(previousSecretValidUntil)}`
  shell.stderr.write(`The previous secret ${rest}\n`)
}

export type ChangeWebhookOptions = OneWebhook & {
  readonly url?: string
  readonly events?: readonly string[]
  readonly enabled?: boolean
}

export async function changeWebhook({ account, id, json, ...body }: ChangeWebhookOptions, shell: Shell): Promise<void> {
  const patch = body as Schema<'WebhookPatchFields'>
  const changed = await withAdmin(shell, (admin) => admin.webhooks.change({ account, webhookId: id }, patch))
  shell.stdout.write(json ? asJson(changed) : `${id} ${changeOf(body)}\n`)
}

function changeOf({ enabled }: Pick<ChangeWebhookOptions, 'enabled'>): string {
  if (enabled === undefined) return 'is changed'
  return enabled
    ? 'is enabled: its waiting events are being sent'
    : 'is disabled: its pending events wait until it is enabled'
}

export async function removeWebhook({ account, id }: Omit<OneWebhook, 'json'>, shell: Shell): Promise<void> {
  await withAdmin(shell, (admin) => admin.webhooks.remove({ account, webhookId: id }))
  shell.stdout.write(`${id} is removed\n`)
}

async function givenSecret(isGiven: boolean, { stdin }: Shell): Promise<{ secret?: string }> {
  if (!isGiven) return {}
  for await (const line of linesOf(stdin())) return { secret: line.trim() }
  throw new UserError('Standard input has no secret')
}

/** Does not show a secret that the operator supplied. */
function printWebhook(
  { secret, ...webhook }: WebhookWithSecret,
  { json, isGiven }: PrintOptions,
  { stdout, stderr }: Shell,
): void {
  const shown = isGiven ? webhook : { ...webhook, secret }
  if (json) stdout.write(asJson(shown))
  else stdout.write(isGiven ? `${webhook.id}\n` : `${webhook.id}: ${secret}\n`)
  if (!isGiven) stderr.write('The secret is shown only once: the receiver verifies signatures with it\n')
}

type PrintOptions = { readonly json: boolean; readonly isGiven: boolean }
