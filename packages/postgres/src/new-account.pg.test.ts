import { aConsent, aContact, after, aGroup, aMembership, NOW } from '@carillon/contracts'
import {
  allowedNumbers,
  DEFAULT_DESTINATIONS,
  parseTimeZone,
  type AccountId,
  type AllowedNumbers,
  type ResolvedAudience,
  type BroadcastId,
  type ContactId,
  type ContactListId,
  type ContactTest,
  type CustomFieldKey,
  type EventId,
  type GroupId,
  type JobId,
  type PhoneNumber,
  type Pseudonym,
  type Stores,
  type WebhookEndpointId,
} from '@carillon/core'
import { expect, test } from '@jest/globals'
import type { Knex } from 'knex'
import { ApiKeyChanges } from './accounts/api-key-changes.js'
import { PostgresAudienceStore } from './schedules/audience-store.js'
import { storesOf } from './stores.js'
import { addContacts, FEW, fillAccount } from './testing/fill-account.js'
import { rowsComparedBy } from './testing/rows-compared.js'
import { openTestDatabase } from './testing/test-database.js'

const ACCOUNT = 'acc_1' as AccountId
/** More contacts than an audience looks up one by one. */
const ALL = FEW + 5_001

/**
 * An account that was added to full tables after they were last analyzed. Postgres estimates that the account has one
 * row in each table, and therefore that it is cheap to compare every row with every other row.
 */
async function openNewAccount() {
  const { knex, url } = await openTestDatabase()
  await fillAccount(knex, 'acc_0', 4 * FEW)
  await addContacts(knex, 'acc_0', { from: 4 * FEW + 1, rows: 20 * FEW })
  await knex.raw('vacuum analyze')
  await fillAccount(knex, ACCOUNT, FEW)
  await addContacts(knex, ACCOUNT, { from: FEW + 1, rows: ALL })
  const comparedBy = (work: (stores: Stores) => Promise<unknown>) =>
    rowsComparedBy(url, (own) => work(storesOf(own as Knex.Transaction, new ApiKeyChanges())))
  return { knex, comparedBy }
}

const numbers = Array.from({ length: FEW }, (_, i) => i + 1)
const PHONES = numbers.map((i) => `+1303${5_000_000 + i}` as PhoneNumber)
const CONTACTS = numbers.map((i) => `con_${ACCOUNT}${String(i).padStart(18, '0')}` as ContactId)
/** Not of contacts of the account. */
const NEW = numbers.map((i) => `+1404${5_000_000 + i}` as PhoneNumber)
const SMALL_GROUP = aGroup({ account: ACCOUNT, id: 'grp_few' as GroupId })
const JOB_IDS = numbers.map((i) => `job_${i}` as JobId)
const KEYS = { account: ACCOUNT, broadcast: 'brc_1' as BroadcastId, phones: PHONES, keys: PHONES.map(() => 'key') }
const ENDPOINT = { account: ACCOUNT, id: 'whk_1' as WebhookEndpointId }
const PAGE = { page: 1, limit: FEW }
const SPAN = { from: null, until: after(1) }
const WHO = { account: ACCOUNT, phone: '+13035550001' as PhoneNumber }
const SUBJECT = 'subject' as Pseudonym
const UTC = parseTimeZone('UTC')

const broughtForward = JOB_IDS.map((id) => ({
  id,
  account: ACCOUNT,
  lane: 'quick' as const,
  kind: 'finish-message' as const,
  payload: { message: 'msg_1' as const },
  runAt: after(-1),
}))
const tried = numbers.slice(0, 32).map((i) => {
  const event = `evt_${String(i).padStart(8, '0')}` as EventId
  const delivery = { account: ACCOUNT, endpoint: ENDPOINT.id, event, type: 'message.sent' as const, createdAt: NOW }
  return {
    after: { ...delivery, status: 'delivered' as const, tries: 2, attempts: 2, nextAt: null, endedAt: NOW },
    attempt: { number: 2, at: NOW, tookMs: 1, answer: { kind: 'failed', error: 'gone' } as never },
  }
})
const named = { group: null, phonePrefix: null, name: null }
const scheduled = { statuses: null, timings: null, nextFrom: null, nextTo: null, sort: 'createdAt' } as const
const claim = {
  account: ACCOUNT,
  lane: 'quick',
  now: after(1),
  leaseUntil: after(9),
  limit: FEW,
  fence: 'one',
} as const

const READS: Record<string, (stores: Stores) => Promise<unknown>> = {
  'contacts found': ({ contacts }) => contacts.findAll(ACCOUNT, PHONES),
  'contacts locked': ({ contacts }) => contacts.lock(ACCOUNT, PHONES),
  'facts of contacts': ({ contacts }) => contacts.facts(ACCOUNT, PHONES, new Set(['firstName'])),
  'a list of a group': ({ contacts }) => contacts.list(ACCOUNT, { ...named, ...PAGE, group: 'grp_few' as GroupId }),
  'members of a list': (stores) => stores.contactLists.addMembers(ACCOUNT, 'lst_new' as ContactListId, PHONES),
  'contacts added': ({ contacts }) => contacts.add(NEW.map((phone) => aContact({ account: ACCOUNT, phone }))),
  'consents locked': ({ consents }) => consents.lock(ACCOUNT, PHONES),
  'consents added': ({ consents }) => consents.lock(ACCOUNT, NEW),
  'consents saved': ({ consents }) => consents.save(PHONES.map((phone) => aConsent({ account: ACCOUNT, phone }))),
  'new consents saved': ({ consents }) => consents.save(NEW.map((phone) => aConsent({ account: ACCOUNT, phone }))),
  'memberships saved': (stores) =>
    stores.memberships.save(
      CONTACTS.map((id) => aMembership({ contact: aContact({ account: ACCOUNT, id }), group: SMALL_GROUP })),
    ),
  memberships: ({ memberships }) => memberships.of(ACCOUNT, CONTACTS),
  'a field removed': (stores) => stores.customFields.remove(ACCOUNT, 'contact_custom_field_1' as CustomFieldKey),
  'provider opt-outs among numbers': ({ consents }) => consents.withProviderOptOut(ACCOUNT, PHONES),
  'opt-outs listed': ({ consents }) => consents.optOutsAfter(ACCOUNT, null, FEW),
  'the log of consent': ({ consentLog }) => consentLog.newest(ACCOUNT, SUBJECT, FEW),
  'carriers known': ({ carriers }) => carriers.known(ACCOUNT, PHONES, after(-1)),
  'carriers trimmed': ({ carriers }) => carriers.trim(ACCOUNT, after(1), FEW),
  'keys expired': ({ recipientKeys }) => recipientKeys.expire({ ...KEYS, at: NOW }),
  'keys freed': ({ recipientKeys }) => recipientKeys.free(KEYS),
  'keys trimmed': ({ recipientKeys }) => recipientKeys.trim(ACCOUNT, after(1), FEW),
  'jobs brought forward': ({ jobs }) => jobs.bringForward(broughtForward),
  'jobs removed': ({ jobs }) => jobs.remove(ACCOUNT, JOB_IDS),
  'jobs claimed': ({ jobs }) => jobs.claim(claim),
  schedules: ({ schedules }) => schedules.list(ACCOUNT, { ...scheduled, ...PAGE }),
  'networks trimmed': ({ clicks }) => clicks.trimNetworks(ACCOUNT, after(1), FEW),
  'who followed a link': ({ clicks }) => clicks.recipientsOf(ACCOUNT, 'go.example.com/sale', PAGE),
  'deliveries due': ({ deliveries }) => deliveries.due(ENDPOINT, { now: after(1), limit: FEW, except: [] }),
  'deliveries settled': ({ deliveries }) => deliveries.settle(ACCOUNT, tried),
  'deliveries listed': ({ deliveries }) => deliveries.list(ENDPOINT, {}, PAGE),
  'deliveries trimmed': ({ deliveries }) => deliveries.trim(ACCOUNT, FEW),
  'messages trimmed': ({ retention }) => retention.trimMessages(ACCOUNT, SPAN, FEW),
  'recipients trimmed': ({ retention }) => retention.trimRecipients(ACCOUNT, SPAN, FEW),
  'events trimmed': ({ retention }) => retention.trimEvents(ACCOUNT, { from: null, until: after(1) }, FEW),
  'clicks trimmed': ({ retention }) => retention.trimClicks(ACCOUNT, SPAN, FEW),
  'a contact erased': ({ erasures }) => erasures.eraseContact({ ...WHO, subject: SUBJECT }),
  'messages erased': ({ erasures }) => erasures.eraseMessages(WHO, FEW),
}

/** The limit for each row: enough for a plan of a few steps, if each step reads each row a few times. */
const COMPARED_MAX = 60

test('queries of a new account in full tables never compare every row with every other row', async () => {
  const { comparedBy } = await openNewAccount()
  const compared: Record<string, number> = {}
  for (const [name, read] of Object.entries(READS)) compared[name] = await comparedBy(read)
  expect(Object.entries(compared).filter(([, rows]) => rows > COMPARED_MAX * FEW)).toEqual([])
})

const US = allowedNumbers({ ...DEFAULT_DESTINATIONS, allowedCountries: ['US'] })

const inGroup = (group: string): ContactTest => ({ kind: 'member', groups: [group as GroupId], joined: [] })

const hasValue = (values: readonly string[]): ContactTest => {
  return { kind: 'text', field: 'contact_custom_field_1', how: 'equal', values }
}

const withoutGroup = (group: string): ContactTest => {
  return { kind: 'all', tests: [hasValue(['x']), { kind: 'not', test: inGroup(group) }] }
}

const NEVER_SENT: ContactTest = { kind: 'not', test: { kind: 'last', message: 'sent', time: null } }

const AUDIENCES: readonly [string, ResolvedAudience, number, AllowedNumbers][] = [
  ['group of a few', { kind: 'groups', groups: ['grp_few' as GroupId] }, FEW, null],
  ['list of a few', { kind: 'list', list: 'lst_few' as ContactListId }, FEW, null],
  ['group of many', { kind: 'groups', groups: ['grp_many' as GroupId] }, ALL, null],
  ['list of many', { kind: 'list', list: 'lst_many' as ContactListId }, ALL, null],
  ['filter of few members', { kind: 'filter', test: inGroup('grp_few') }, FEW, null],
  ['filter of many members', { kind: 'filter', test: inGroup('grp_many') }, ALL, null],
  ['filter by a value', { kind: 'filter', test: hasValue(['x']) }, ALL, null],
  ['filter by a value, and by groups that are left out', { kind: 'filter', test: withoutGroup('grp_few') }, ALL, null],
  ['filter by a rare value', { kind: 'filter', test: hasValue(['y']) }, ALL, null],
  ['filter by last messages', { kind: 'filter', test: NEVER_SENT }, ALL, null],
  ['filter by clicks', { kind: 'filter', test: { kind: 'clicked', link: 'go.example.com/a', since: null } }, ALL, null],
  ['group of many, in one country', { kind: 'groups', groups: ['grp_many' as GroupId] }, ALL, US],
]

test('reading the audiences of a new account in full tables never compares every row with every other row', async () => {
  const { comparedBy } = await openNewAccount()
  const broadcasts = new Map([[UTC, 'brc_new' as BroadcastId]])
  const compared: [string, number][] = []
  for (const [name, audience, members, allowed] of AUDIENCES) {
    const fixed = { account: ACCOUNT, audience, allowed, byZone: false, zone: UTC, broadcasts }
    const ofEach = async (read: (stores: Stores) => Promise<unknown>) => (await comparedBy(read)) / members
    compared.push([`fix ${name}`, await ofEach(({ audiences }) => audiences.fix(fixed))])
    compared.push([`survey ${name}`, await ofEach(({ audiences }) => audiences.survey(ACCOUNT, audience, allowed))])
    compared.push([
      `first ${name}`,
      await ofEach(({ audiences }) => audiences.first(ACCOUNT, audience, { allowed, limit: ALL })),
    ])
    if (audience.kind !== 'filter') continue
    const count = await ofEach(({ audiences }) => audiences.count(ACCOUNT, audience.test, allowed))
    compared.push([`count ${name}`, count])
  }
  const page = { ...named, page: 1, limit: FEW, group: 'grp_many' as GroupId }
  compared.push([
    'a list of the group of many',
    (await comparedBy(({ contacts }) => contacts.list(ACCOUNT, page))) / ALL,
  ])
  expect(compared.filter(([, rows]) => rows > COMPARED_MAX)).toEqual([])
})

test('a large audience does not change how the rest of its unit of work joins tables', async () => {
  const { knex } = await openTestDatabase()
  await addContacts(knex, ACCOUNT, { from: 1, rows: ALL })
  const [before, after] = await knex.transaction(async (trx) => {
    const first = (await trx.raw(JOINS)).rows
    await new PostgresAudienceStore(trx).survey(ACCOUNT, AUDIENCES[2]![1], null)
    return [first, (await trx.raw(JOINS)).rows]
  })
  expect(after).toEqual(before)
})

const JOINS = 'show enable_nestloop'
