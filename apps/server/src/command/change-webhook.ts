import { ToldError } from '../told-error.js'
import { withAdminClient, type AdminRequest } from './admin-client.js'
import { linesOf } from './lines.js'
import type { Shell } from './shell.js'
import { webhooksPath, type OfAccount, type OneWebhook } from './webhooks.js'
import type { Webhook } from './webhook-words.js'

/** Whether the secret is read from the standard input, where neither a list of processes nor a history shows it. */
type WithSecret = { readonly secretStdin: boolean }
type Telling = Webhook & { readonly secret: string }

export type AddWebhookOptions = OfAccount & WithSecret & { readonly url: string; readonly events: readonly string[] }

export async function addWebhook({ account, json, secretStdin, ...given }: AddWebhookOptions, shell: Shell) {
  const body = { ...given, ...(await givenSecret(secretStdin, shell)) }
  const added = await ask<Telling>({ method: 'POST', path: webhooksPath(account), body }, shell)
  tellSecret(added, { json, isGiven: secretStdin }, shell)
}

export type RotateWebhookOptions = OneWebhook & WithSecret & { readonly previousValidHours?: number }

export async function rotateWebhook({ account, id, json, secretStdin, ...given }: RotateWebhookOptions, shell: Shell) {
  const body = { ...given, ...(await givenSecret(secretStdin, shell)) }
  const rotated = await ask<Telling>({ method: 'POST', path: webhooksPath(account, id, 'rotate-secret'), body }, shell)
  tellSecret(rotated, { json, isGiven: secretStdin }, shell)
  const { previousSecretValidUntil } = rotated
  const rest =
    previousSecretValidUntil === undefined ? 'no longer signs' : `signs too until ${previousSecretValidUntil}`
  shell.stderr.write(`The secret before it ${rest}\n`)
}

export type ChangeWebhookOptions = OneWebhook & {
  readonly url?: string
  readonly events?: readonly string[]
  readonly enabled?: boolean
}

export async function changeWebhook({ account, id, json, ...body }: ChangeWebhookOptions, shell: Shell): Promise<void> {
  const changed = await ask<Webhook>({ method: 'PATCH', path: webhooksPath(account, id), body }, shell)
  shell.stdout.write(json ? `${JSON.stringify(changed, null, 2)}\n` : `${id} ${changeOf(body)}\n`)
}

function changeOf({ enabled }: Pick<ChangeWebhookOptions, 'enabled'>): string {
  if (enabled === undefined) return 'is changed'
  return enabled ? 'is enabled: what has waited for it goes out' : 'is disabled: what waits for it goes on waiting'
}

export async function removeWebhook({ account, id }: Omit<OneWebhook, 'json'>, shell: Shell): Promise<void> {
  await ask({ method: 'DELETE', path: webhooksPath(account, id) }, shell)
  shell.stdout.write(`${id} is removed\n`)
}

function ask<T>(request: AdminRequest, shell: Shell): Promise<T> {
  return withAdminClient(shell, (client) => client.call<T>(request))
}

async function givenSecret(isGiven: boolean, { stdin }: Shell): Promise<{ secret?: string }> {
  if (!isGiven) return {}
  for await (const line of linesOf(stdin())) return { secret: line.trim() }
  throw new ToldError('No secret came from the standard input')
}

/** A secret that the operator has given is not shown. */
function tellSecret({ secret, ...webhook }: Telling, { json, isGiven }: Told, { stdout, stderr }: Shell): void {
  const told = isGiven ? webhook : { ...webhook, secret }
  if (json) stdout.write(`${JSON.stringify(told, null, 2)}\n`)
  else stdout.write(isGiven ? `${webhook.id}\n` : `${webhook.id}: ${secret}\n`)
  if (!isGiven) stderr.write('The secret is shown this once: whoever receives checks the signatures by it\n')
}

type Told = { readonly json: boolean; readonly isGiven: boolean }
