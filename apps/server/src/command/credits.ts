import { pathOf, withAdminClient } from './admin-client.js'
import type { Shell } from './shell.js'

export type GrantOptions = { readonly account: string; readonly sms: number; readonly mms: number }

type Balance = { readonly sms: number; readonly mms: number }

export async function grantCredits({ account, ...amounts }: GrantOptions, shell: Shell): Promise<void> {
  const { sms, mms } = await withAdminClient(shell, (client) =>
    client.call<Balance>({ method: 'POST', path: pathOf('accounts', account, 'credits'), body: amounts }),
  )
  shell.stdout.write(`${account} has ${sms} SMS and ${mms} MMS credits\n`)
}
