import { ApplyAccount } from '@carillon/core'
import { storeContacts } from './store-contacts.js'

/**
 * Creates accounts with a sender, credits and a group of all their contacts: returns `{ account, from, group }` for
 * each.
 */
export async function openAccounts(fixture, sql, { count, contacts }) {
  const opened = []
  for (let n = 0; n < count; n++) opened.push(await openAccount(fixture, sql, { n, contacts }))
  return opened
}

/** Creates the nth account, named `Account n`. */
export async function openAccount({ deps }, sql, { n, contacts }) {
  const from = `+1202${6_000_000 + n}`
  const { account } = await new ApplyAccount(deps).execute({
    declaration: {
      name: `Account ${n}`,
      credits: { sms: 1_000_000_000 },
      rateLimits: null,
      numbers: [{ number: from, status: 'active', mms: true }],
      groups: [{ name: 'All' }],
    },
    prune: false,
  })
  const [{ id: group }] = await deps.unitOfWork.run(({ groups }) => groups.of(account.id))
  await storeContacts(sql, { account: account.id, group, count: contacts })
  return { account: account.id, from, group }
}
