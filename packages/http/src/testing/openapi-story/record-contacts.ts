import { ACME, ANN, BOB, EVE, NAMED, type Story } from './open-story.js'

/** Creates the account and its first contacts, who join its groups. */
export async function recordContacts(story: Story) {
  const { record, clock, text, work, declare } = story
  const { groups } = await record('applyAccount', { body: { account: ACME } })
  await declare()
  const [vip, news]: string[] = groups.map(({ id }: { id: string }) => id)
  await record('listAccounts')
  await record('createApiKey', { path: NAMED, body: { id: 'key_shop' } })
  await record('revokeApiKey', { path: { ...NAMED, keyId: 'key_shop' } })
  await record('grantCredits', { path: NAMED, body: { sms: 1_000 } })

  const ann = { phoneNumber: ANN }
  const profile = {
    firstName: 'Ann',
    email: 'ann@example.com',
    address: { postalCode: '20500', country: 'us' },
    customFields: { Plan: 'Pro' },
  }
  await record('createContact', { path: ann, body: profile })
  await record('joinGroup', { path: { ...ann, groupId: vip! }, body: { optInMode: 'DIRECT' }, as: 'direct' })
  clock.advance(60_000)
  await record('joinGroup', { path: { ...ann, groupId: news! }, body: { optInMode: 'CONFIRM' }, as: 'confirm' })
  await work()
  await text(ANN, 'YES')
  const patch = { lastName: 'Lee', birthDate: '1990-02-28', email: null, customFields: { Plan: 'Free' } }
  await record('updateContact', { path: ann, body: patch })
  await record('readContact', { path: ann })

  const file = `phoneNumber,firstName,Plan\n${BOB},Bob,Pro\n555-0125,Cleo,Free\n`
  await record('importContacts', {
    path: NAMED,
    query: 'group=VIP',
    raw: file,
    headers: { 'content-type': 'text/csv' },
    as: 'rows',
  })
  await record('listContacts', { query: `group=${vip}` })
  await record('searchContacts', { query: `q=0123&consent=opted_in&field=Plan&limit=1` })
  await record('exportContacts', { path: NAMED })
  await record('leaveGroup', { path: { ...ann, groupId: news! } })
  await record('readConsent', { path: ann })
  await record('readConsentProof', { path: ann })
  await record('readAccountConsentProof', { path: { ...NAMED, ...ann } })
  await record('readCustomFieldSchema')
  await record('listGroups')
  await record('readGroup', { path: { groupId: vip! } })
  await record('listMembers', { path: { groupId: vip! } })
  await record('saveContactList', { path: NAMED, body: { name: 'New customers', phoneNumbers: [ANN, BOB, EVE] } })
  await record('listContactLists', { path: NAMED })
  await recordSegments(story, vip!)
  return { vip: vip! }
}

/** Saves a filter, changes and counts it, and removes it. */
async function recordSegments({ record, clock }: Story, vip: string) {
  const pro = { groups: { ids: { in: [vip] } }, customFields: { contact_custom_field_1: { eq: 'Pro' } } }
  const { id } = await record('createSegment', { body: { name: 'VIPs with Pro', filter: { contact: pro } } })
  const path = { segmentId: id }
  clock.advance(1_000)
  const quiet = { all: [pro, { not: { lastSentAt: { within: '7d' } } }] }
  await record('changeSegment', { path, body: { filter: { contact: quiet } } })
  await record('readSegment', { path })
  await record('listSegments', { query: 'name=vip' })
  await record('countSegment', { path })
  await record('removeSegment', { path })
}
