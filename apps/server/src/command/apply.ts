import { ToldError } from '../told-error.js'
import { RequestRefused, withAdminClient } from './admin-client.js'
import { readDeclarationFile, type DeclarationFile } from './declaration-file.js'
import type { Shell } from './shell.js'

export type ApplyOptions = { readonly file: string; readonly json: boolean; readonly prune: boolean }

export async function apply({ file, json, prune }: ApplyOptions, shell: Shell): Promise<void> {
  const declaration = await readDeclarationFile(file)
  const { changes, ...state } = await withAdminClient(shell, (client) =>
    client
      .call<Applied>({ method: 'POST', path: '/apply', query: { prune: String(prune) }, body: declaration.content })
      .catch((error: unknown) => {
        throw error instanceof RequestRefused ? atItsLines(error, declaration) : error
      }),
  )
  shell.stdout.write(json ? `${JSON.stringify(state, null, 2)}\n` : summaryOf(state, changes))
}

type Applied = AccountState & { readonly changes: readonly string[] }

type AccountState = {
  readonly account: { readonly id: string; readonly name: string }
  readonly apiKeys: readonly { readonly id: string; readonly secret?: string }[]
  readonly webhooks: readonly { readonly url: string; readonly secret?: string }[]
}

/** One line for each fault, in the form that editors and terminals make a link of. */
function atItsLines({ message, fields }: RequestRefused, { place, hint }: DeclarationFile): ToldError {
  if (fields.length === 0) return new ToldError(message)
  const lines = fields.map(({ field, message }) => `${place(field)}${field} ${message}${hint(field)}`)
  return new ToldError(lines.join('\n'))
}

function summaryOf({ account, apiKeys, webhooks }: AccountState, changes: readonly string[]): string {
  const done = changes.length === 0 ? ['nothing to change'] : changes
  const secrets = [
    ...apiKeys.map(({ id, secret }) => ({ of: id, secret })),
    ...webhooks.map(({ url, secret }) => ({ of: url, secret })),
  ]
  const made = secrets.flatMap(({ of, secret }) => (secret === undefined ? [] : [`${of}: ${secret}`]))
  const lines = [`${account.name} (${account.id})`, ...done.map((line) => `  ${line}`)]
  if (made.length > 0) lines.push('New secrets, shown this once:', ...made.map((line) => `  ${line}`))
  return `${lines.join('\n')}\n`
}
