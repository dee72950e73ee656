import { pathOf, withAdminClient } from './admin-client.js'
import type { Surroundings } from './surroundings.js'

export type GrantOptions = { readonly account: string; readonly sms: number; readonly mms: number }

type Balance = { readonly sms: number; readonly mms: number }

export async function grantCredits({ account, ...amounts }: GrantOptions, surroundings: Surroundings): Promise<void> {
  const { sms, mms } = await withAdminClient(surroundings, (client) =>
    client.call<Balance>({ method: 'POST', path: pathOf('accounts', account, 'credits'), body: amounts }),
  )
  surroundings.stdout.write(`${account} has ${sms} SMS and ${mms} MMS credits\n`)
}
