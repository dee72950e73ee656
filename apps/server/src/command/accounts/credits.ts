import type { Shell } from '../../terminal/shell.js'
import { withAdmin } from '../client/admin-client.js'

export type GrantOptions = { readonly account: string; readonly sms: number; readonly mms: number }

export async function grantCredits({ account, ...amounts }: GrantOptions, shell: Shell): Promise<void> {
  const { sms, mms } = await withAdmin(shell, (admin) => admin.credits.grant(account, amounts))
  shell.stdout.write(`${account} has ${sms} SMS and ${mms} MMS credits\n`)
}
