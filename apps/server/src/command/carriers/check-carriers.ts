import type { Schema } from '@carillon/client'
import { UserError } from '../../settings/user-error.js'
import { asJson } from '../../terminal/as-json.js'
import type { Shell } from '../../terminal/shell.js'
import { tableOf } from '../../terminal/table.js'
import { withAdmin } from '../client/admin-client.js'
import { NO_CARRIERS } from './carriers.js'

/** `name` is omitted for all carriers. */
export type CheckCarriersOptions = { readonly name?: string; readonly json: boolean }

type Checked = { readonly carrier: string; readonly findings: readonly Schema<'CarrierFinding'>[] }

/** Throws after the output if a check is bad. */
export async function checkCarriers({ name, json }: CheckCarriersOptions, shell: Shell): Promise<void> {
  const checked = await withAdmin(shell, async (admin) => {
    const names = name === undefined ? (await admin.carriers.list()).results.map((carrier) => carrier.name) : [name]
    return Promise.all(
      names.map(async (carrier) => ({ carrier, findings: (await admin.carriers.check(carrier)).results })),
    )
  })
  if (checked.length === 0) throw new UserError(NO_CARRIERS)
  shell.stdout.write(json ? asJson(checked) : listed(checked))
  const failed = checked.flatMap(failedText)
  if (failed.length > 0) throw new UserError(`Failed checks: ${failed.join(', ')}`)
}

/** For example: main (credentials, number). */
function failedText({ carrier, findings }: Checked): readonly string[] {
  const subjects = new Set(findings.filter(({ state }) => state === 'bad').map(({ subject }) => subject))
  return subjects.size === 0 ? [] : [`${carrier} (${[...subjects].join(', ')})`]
}

function listed(checked: readonly Checked[]): string {
  const rows = checked.flatMap(({ carrier, findings }) =>
    findings.length === 0
      ? [[carrier, '-', 'unknown', 'Carriers of this type cannot be checked']]
      : findings.map(({ subject, state, message }) => [carrier, subject, state, message]),
  )
  return tableOf([['NAME', 'CHECK', 'STATE', 'RESULT'], ...rows])
}
