import { ACME, ANN, BOB, EVE, NAMED, type Story } from './open-story.js'

/** Creates the account and its first contacts, who join its groups. */
export async function recordContacts({ tell, clock, text, work, declare }: Story) {
  const { groups } = await tell('applyAccount', { body: { account: ACME } })
  await declare()
  const [vip, news]: string[] = groups.map(({ id }: { id: string }) => id)
  await tell('listAccounts')
  await tell('createApiKey', { path: NAMED, body: { id: 'key_shop' } })
  await tell('revokeApiKey', { path: { ...NAMED, keyId: 'key_shop' } })
  await tell('grantCredits', { path: NAMED, body: { sms: 1_000 } })

  const ann = { phoneNumber: ANN }
  const profile = {
    firstName: 'Ann',
    email: 'ann@example.com',
    address: { postalCode: '20500', country: 'us' },
    customFields: { Plan: 'Pro' },
  }
  await tell('createContact', { path: ann, body: profile })
  await tell('joinGroup', { path: { ...ann, groupId: vip! }, body: { optInMode: 'DIRECT' }, as: 'direct' })
  clock.advance(60_000)
  await tell('joinGroup', { path: { ...ann, groupId: news! }, body: { optInMode: 'CONFIRM' }, as: 'confirm' })
  await work()
  await text(ANN, 'YES')
  const patch = { lastName: 'Lee', birthDate: '1990-02-28', email: null, customFields: { Plan: 'Free' } }
  await tell('updateContact', { path: ann, body: patch })
  await tell('readContact', { path: ann })

  const file = `phoneNumber,firstName,Plan\n${BOB},Bob,Pro\n555-0125,Cleo,Free\n`
  await tell('importContacts', {
    path: NAMED,
    query: 'group=VIP',
    raw: file,
    headers: { 'content-type': 'text/csv' },
    as: 'rows',
  })
  await tell('listContacts', { query: `group=${vip}` })
  await tell('exportContacts', { path: NAMED })
  await tell('leaveGroup', { path: { ...ann, groupId: news! } })
  await tell('readConsent', { path: ann })
  await tell('readConsentProof', { path: ann })
  await tell('readAccountConsentProof', { path: { ...NAMED, ...ann } })
  await tell('readCustomFieldSchema')
  await tell('listGroups')
  await tell('readGroup', { path: { groupId: vip! } })
  await tell('saveContactList', { path: NAMED, body: { name: 'New customers', phoneNumbers: [ANN, BOB, EVE] } })
  await tell('listContactLists', { path: NAMED })
  return { vip: vip! }
}
