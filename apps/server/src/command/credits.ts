import { withAdmin } from './admin-client.js'
import type { Shell } from './shell.js'

export type GrantOptions = { readonly account: string; readonly sms: number; readonly mms: number }

export async function grantCredits({ account, ...amounts }: GrantOptions, shell: Shell): Promise<void> {
  const { sms, mms } = await withAdmin(shell, (admin) => admin.credits.grant(account, amounts))
  shell.stdout.write(`${account} has ${sms} SMS and ${mms} MMS credits\n`)
}
