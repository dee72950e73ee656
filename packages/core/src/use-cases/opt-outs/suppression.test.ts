import { ANN, BOB, CAT, after, eraseOptedOut, inboundFixture, phoneOf } from '@carillon/contracts'
import { inMemory, type MemoryAdapters } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { ConsentStore } from '../../model/consent/consent-store.js'
import { OPT_IN_MODES } from '../../model/groups/membership.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { JoinGroup } from '../consent/join-group.js'
import { ImportContacts } from '../contact-imports/import-contacts.js'
import { rowReaderOf } from '../contact-imports/import-row.js'
import { CreateContact } from '../contacts/create-contact.js'

const OPTED_OUT = { state: 'opted_out', optedOutAt: after(1) } as const

/** Opens an account with numbers that opted out and were erased, and have no other data. */
async function open({ erased = [ANN], credits = 10 }: { erased?: readonly PhoneNumber[]; credits?: number } = {}) {
  const adapters = inMemory({ now: after(100) })
  const questions = watched(adapters)
  const fixture = await inboundFixture({ ...adapters, ...questions.adapters }, { account: MAY_BE_SILENT, credits })
  const { account, run, deps } = fixture
  const vip = await fixture.group({ name: 'VIP', isDefault: true })
  for (const phone of erased) {
    const subject = fixture.secrets.pseudonymOf(account.id, phone)
    await run((stores) => eraseOptedOut(stores, { account: account.id, phone, subject }))
  }
  questions.forget()
  const importContacts = new ImportContacts(fixture)
  return {
    ...fixture,
    vip,
    questions,
    create: (phone = ANN) => new CreateContact(fixture).execute({ account, phone, fields: {} }),
    join: (mode: (typeof OPT_IN_MODES)[number], phone = ANN) =>
      new JoinGroup(deps).execute({ account, phone, group: vip.id, mode }),
    importAll: async (...phones: readonly PhoneNumber[]) => {
      const step = phones.map((phone, i) => ({ line: i + 2, cells: [phone] }))
      const target = { account, group: vip, fields: [], read: rowReaderOf(['phoneNumber'], []) }
      for await (const progress of importContacts.execute({ ...target, rows: [step] })) return progress
      throw new Error('Nothing was imported')
    },
    consentRow: (phone = ANN) => run(({ consents }) => consents.find(account.id, phone)),
    isSuppressed: (phone = ANN) =>
      run(async ({ consents }) => {
        const subject = fixture.secrets.pseudonymOf(account.id, phone)
        return (await consents.suppressed(account.id, [subject])).has(subject)
      }),
  }
}

const MAY_BE_SILENT = { capabilities: { silentOptIn: true } }

type Questions = Pick<ConsentStore, 'hasSuppressed' | 'suppressed'>

/** Counts the queries for suppressions, and the pseudonyms that are computed. */
function watched({ unitOfWork, secrets }: MemoryAdapters) {
  const queries = { hasSuppressed: 0, suppressed: 0, pseudonymOf: 0 }
  const watch = (consents: ConsentStore): ConsentStore => {
    const questions: Questions = {
      hasSuppressed: (account) => (queries.hasSuppressed++, consents.hasSuppressed(account)),
      suppressed: (account, subjects) => (queries.suppressed++, consents.suppressed(account, subjects)),
    }
    return Object.assign(Object.create(consents) as ConsentStore, questions)
  }
  const watching: UnitOfWork = {
    runOne: (work) => unitOfWork.runOne(work),
    run: (work) => unitOfWork.run((stores) => work({ ...stores, consents: watch(stores.consents) })),
  }
  const counting = Object.assign(Object.create(secrets) as typeof secrets, {
    pseudonymOf: (...who: Parameters<typeof secrets.pseudonymOf>) => (
      queries.pseudonymOf++,
      secrets.pseudonymOf(...who)
    ),
  })
  return {
    adapters: { unitOfWork: watching, secrets: counting },
    queries,
    forget: () => void Object.assign(queries, { hasSuppressed: 0, suppressed: 0, pseudonymOf: 0 }),
  }
}

describe('a number that opted out and was erased', () => {
  test('is shown as opted out, without a contact, and reading that changes nothing', async () => {
    const { consentOf, isSuppressed, contactAt, consentRow } = await open()
    expect(await consentOf()).toMatchObject({ ...OPTED_OUT, groups: [], pendingGroups: [] })
    expect(await consentRow()).toMatchObject({ optedOutAt: null })
    expect([await isSuppressed(), await contactAt()]).toEqual([true, null])
  })

  test('is not suppressed in another account, and other numbers are not suppressed', async () => {
    const { consentOf, neighbour, run, secrets } = await open({ erased: [] })
    const other = await neighbour()
    const subject = secrets.pseudonymOf(other.id, ANN)
    await run((stores) => eraseOptedOut(stores, { account: other.id, phone: ANN, subject }))
    expect(await consentOf()).toMatchObject({ state: 'none', optedOutAt: null })
    expect(await (await open({ erased: [BOB] })).consentOf()).toMatchObject({ state: 'none', optedOutAt: null })
  })

  test('is still opted out after it is added as a new contact', async () => {
    const { create, consentOf, consentRow, isSuppressed } = await open()
    await create()
    expect(await consentOf()).toMatchObject(OPTED_OUT)
    expect(await consentRow()).toMatchObject({ optedOutAt: after(1), activeGroups: 0 })
    expect(await isSuppressed()).toBe(false)
  })

  test.each(OPT_IN_MODES)('joins no group, even if its contact was created concurrently: %s', async (mode) => {
    const { contact, join, consentOf, texts, reread, vip } = await open()
    await contact()
    await expect(join(mode)).rejects.toMatchObject({ code: 'hard-opted-out' })
    expect(await consentOf()).toMatchObject({ ...OPTED_OUT, groups: [], pendingGroups: [], log: [] })
    expect([texts.length, (await reread(vip)).contactCount]).toEqual([0, 0])
  })

  test.each(['new', 'known'])(
    'is refused by an import, which accepts the other rows: its contact is %s',
    async (kind) => {
      const { contact, importAll, consentOf, events, reread, vip, isSuppressed } = await open()
      if (kind === 'known') await contact()
      const { totals, rejected } = await importAll(BOB, ANN, CAT)
      expect(totals).toMatchObject({ rows: 3, joined: 2, rejected: 1 })
      expect(rejected).toMatchObject([{ line: 3, reason: expect.stringContaining('has opted out') }])
      expect(await consentOf()).toMatchObject({ ...OPTED_OUT, groups: [], log: [] })
      expect(await consentOf(BOB)).toMatchObject({ state: 'opted_in', optedOutAt: null })
      expect([(await events()).length, (await reread(vip)).contactCount]).toEqual([2, 2])
      expect(await isSuppressed()).toBe(false)
      expect((await importAll(ANN)).totals).toMatchObject({ joined: 0, rejected: 1 })
    },
  )

  test('that texts STOP again gets no second answer, and keeps the date of its opt-out', async () => {
    const { text, texts, consentRow, consentOf, isSuppressed } = await open()
    await text('STOP')
    expect(texts).toEqual([])
    expect(await consentRow()).toMatchObject({ optedOutAt: after(1), activeGroups: 0 })
    expect(await isSuppressed()).toBe(false)
    expect((await consentOf()).log).toEqual([])
  })

  test('can opt in only by START and then YES', async () => {
    const { text, texts, consentOf, consentRow, isSuppressed } = await open()
    await text('YES')
    expect(await consentOf()).toMatchObject(OPTED_OUT)
    await text('START')
    expect(await consentOf()).toMatchObject({ ...OPTED_OUT, pendingGroups: [{ name: 'VIP' }] })
    expect([(await consentRow()).optedOutAt, await isSuppressed()]).toEqual([after(1), false])
    expect(texts).toMatchObject([{ body: expect.stringContaining('YES') }])
    await text('YES')
    const { log, ...back } = await consentOf()
    expect(back).toMatchObject({ state: 'opted_in', optedOutAt: null, groups: [{ name: 'VIP' }] })
    expect(log.map(({ action, group }) => [action, group?.name])).toEqual([
      ['OPT_IN', undefined],
      ['OPT_IN', 'VIP'],
      ['OPT_IN_REQUESTED', 'VIP'],
    ])
    expect(await consentRow()).toMatchObject({ optedOutAt: null, activeGroups: 1 })
  })

  test('opts in by a YES to a confirmation sent just before its erasure, and is not suppressed after that', async () => {
    const { contact, member, vip, text, consentOf, isSuppressed } = await open()
    await member(await contact(), vip, { state: 'pending' })
    await text('YES')
    const { log, ...back } = await consentOf()
    expect(back).toMatchObject({ state: 'opted_in', optedOutAt: null })
    expect(log.map(({ group }) => group?.name)).toEqual([undefined, 'VIP'])
    expect(await isSuppressed()).toBe(false)
  })

  test.each(['START', 'HELP', 'Hello'])('stays suppressed after a %s that changes no consent', async (body) => {
    const { text, isSuppressed, consentOf } = await open({ credits: 0 })
    await text(body)
    expect(await isSuppressed()).toBe(true)
    expect(await consentOf()).toMatchObject({ ...OPTED_OUT, pendingGroups: [] })
  })
})

describe('the cost of suppressions', () => {
  const MANY = Array.from({ length: 500 }, (_, n) => phoneOf(n))
  const NOT_IN_THE_FILE = phoneOf(501)

  test('is one query per import, and no pseudonym, in an account without suppressions', async () => {
    const { importAll, questions } = await open({ erased: [] })
    expect((await importAll(...MANY)).totals).toMatchObject({ joined: 500 })
    const { pseudonymOf: ofLog, ...otherQueries } = questions.queries
    expect(otherQueries).toEqual({ hasSuppressed: 1, suppressed: 0 })
    expect(ofLog).toBe(500)
  })

  test('is two queries per import of any length, in an account with suppressions', async () => {
    const { importAll, questions } = await open({ erased: [NOT_IN_THE_FILE] })
    expect((await importAll(...MANY)).totals).toMatchObject({ joined: 500 })
    expect(questions.queries).toMatchObject({ hasSuppressed: 1, suppressed: 1 })
  })

  test('is zero for contacts that are already in the group', async () => {
    const { importAll, questions } = await open({ erased: [NOT_IN_THE_FILE] })
    await importAll(...MANY)
    questions.forget()
    expect((await importAll(...MANY)).totals).toMatchObject({ joined: 0, unchanged: 500 })
    expect(questions.queries).toMatchObject({ hasSuppressed: 0, suppressed: 0 })
  })

  test('is zero for a number with a consent record', async () => {
    const { questions, contact, member, vip, text, consentOf } = await open({ erased: [CAT] })
    await member(await contact(), vip)
    for (const body of ['STOP', 'STOP', 'START', 'YES', 'YES']) await text(body)
    expect((await consentOf()).state).toBe('opted_in')
    expect(questions.queries).toMatchObject({ hasSuppressed: 0, suppressed: 0 })
  })
})
