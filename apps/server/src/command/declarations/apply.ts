import type { Schema } from '@carillon/client'
import { UserError } from '../../settings/user-error.js'
import { asJson } from '../../terminal/as-json.js'
import type { Shell } from '../../terminal/shell.js'
import { RequestRefused, withAdmin } from '../client/admin-client.js'
import { readDeclarationFile, type DeclarationFile } from './declaration-file.js'

export type ApplyOptions = {
  readonly file: string
  readonly json: boolean
  readonly prune: boolean
  readonly dryRun: boolean
}

export async function apply({ file, json, prune, dryRun }: ApplyOptions, shell: Shell): Promise<void> {
  const declaration = await readDeclarationFile(file)
  const content = declaration.content as Schema<'Declaration'>
  await withAdmin(shell, async (admin, explain) => {
    const atLines = (raw: unknown): never => {
      const error = explain(raw)
      throw error instanceof RequestRefused ? atItsLines(error, declaration) : error
    }
    if (dryRun) {
      const plan = await admin.plan(content, { prune }).catch(atLines)
      shell.stdout.write(json ? asJson(plan) : planSummaryOf(plan))
    } else {
      const { changes, ...state } = await admin.apply(content, { prune }).catch(atLines)
      shell.stdout.write(json ? asJson(state) : summaryOf(state, changes))
    }
  })
}

type AccountState = Omit<Schema<'AppliedAccount'>, 'changes'>

/** One line for each fault, in the `file:line` form that editors and terminals turn into links. */
function atItsLines({ message, fields }: RequestRefused, { place, hint }: DeclarationFile): UserError {
  if (fields.length === 0) return new UserError(message)
  const lines = fields.map(({ field, message }) => `${place(field)}${field} ${message}${hint(field)}`)
  return new UserError(lines.join('\n'))
}

function summaryOf({ account, apiKeys, webhooks }: AccountState, changes: readonly string[]): string {
  const done = changes.length === 0 ? ['nothing to change'] : changes
  const secrets = [
    ...apiKeys.map(({ id, secret }) => ({ of: id, secret })),
    ...webhooks.map(({ url, secret }) => ({ of: url, secret })),
  ]
  const made = secrets.flatMap(({ of, secret }) => (secret === undefined ? [] : [`${of}: ${secret}`]))
  const lines = [`${account.name} (${account.id})`, ...done.map((line) => `  ${line}`)]
  if (made.length > 0) lines.push('New secrets, shown only once:', ...made.map((line) => `  ${line}`))
  return `${lines.join('\n')}\n`
}

function planSummaryOf({ account, changes }: Schema<'PlannedAccount'>): string {
  const title = account.id === null ? `${account.name} (a new account)` : `${account.name} (${account.id})`
  if (changes.length === 0) return `${title}\n  nothing to change\n`
  return [title, ...changes.map((line) => `  ${line}`), 'A dry run: nothing was changed.', ''].join('\n')
}
