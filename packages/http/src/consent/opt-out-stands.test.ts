import type { GroupId } from '@carillon/core'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { ANN, BOB, FROM } from '../testing/fixtures/messaging-fixture.js'
import { ANN_PATH, openOptedOut, resultCodeOf, type OptedOutFixture } from '../testing/fixtures/opted-out-fixture.js'
import { SCHEDULES } from '../testing/fixtures/schedule-fixture.js'
import { DAILY, TIMETABLE } from '../testing/samples.js'
import { ACME } from '../testing/test-api.js'

/** Tries to send to Ann or to end her opt-out, and returns the result. */
type Attempt = (fixture: OptedOutFixture) => Promise<unknown>

const all =
  (...attempts: readonly Attempt[]): Attempt =>
  async (fixture) => {
    const emitted = []
    for (const attempt of attempts) emitted.push(await attempt(fixture))
    return emitted
  }
const call =
  (method: string, path: string | ((fixture: OptedOutFixture) => string), body?: object): Attempt =>
  async (fixture) =>
    resultCodeOf(
      await fixture.api(method, typeof path === 'string' ? path : path(fixture), body === undefined ? {} : { body }),
    )
const operate =
  (path: string, body: object): Attempt =>
  async ({ admin }) =>
    resultCodeOf(await admin('POST', path, { body }))

const join = (group: string, optInMode?: string) =>
  call(
    'POST',
    ({ groups }) => `${ANN_PATH}/groups/${groups[group]}`,
    optInMode === undefined ? undefined : { optInMode },
  )
const leave = call('DELETE', ({ groups }) => `${ANN_PATH}/groups/${groups['VIP']}`)
const create = call('POST', ANN_PATH, { firstName: 'Ann' })
const patch = (body: object = { firstName: 'Anna', isFavorite: true }) => call('PATCH', ANN_PATH, body)
const importTo =
  (group: string, rows?: string): Attempt =>
  async (fixture) => {
    const { joined, rejected } = (await fixture.import(group, rows))!
    return { joined, rejected }
  }
const declare = (changes: object, prune = false) =>
  operate(`/apply?prune=${prune}`, { account: { ...ACME, rateLimits: null, ...changes } })
const list = (name: string) => operate('/accounts/Acme/contact-lists', { name, phoneNumbers: [ANN] })
const scheduleFor = (name: string) =>
  operate('/accounts/Acme/schedules', { list: name, from: FROM, body: 'Hi', schedule: TIMETABLE })
const scheduleAt =
  (fields: object = {}): Attempt =>
  async (fixture) =>
    resultCodeOf(await fixture.create({ schedule: { ...TIMETABLE, ...fields } }))
const preview =
  (kind: string, request: object): Attempt =>
  async ({ api }) =>
    (await api('POST', '/messaging/preview', { body: { kind, request: { from: FROM, ...request } } })).body.recipients
const text =
  (body: string, from?: string): Attempt =>
  (fixture) =>
    fixture.text(body, from).then(({ isHandled }) => isHandled)
const erase: Attempt = async (fixture) => (await fixture.erase()).isSuppressed

const SMS = { to: ANN, from: FROM, body: 'Hi' }
const BATCH = { from: FROM, recipients: [{ to: ANN, body: 'Hi' }] }
const OTHERS = Array.from({ length: 98 }, (_, n) => ({ to: `+13035550${100 + n}` }))
const BROADCAST = { from: FROM, body: 'Hi', recipients: [{ to: ANN }, { to: BOB }, ...OTHERS] }
const SILENCED = { capabilities: { silentOptIn: false } }
const [VIP, NEWS, SALES] = ACME.groups
const [OUT, REFUSED, UNKNOWN, EXISTS, NO_SILENT] = [33029, 33035, 33030, 33037, 33038]
const NOT_JOINED = { joined: 0, rejected: 1 }
const DROPPED = {
  submitted: 1,
  accepted: 0,
  dropped: { country: 0, notOptedIn: 0, optedOut: 1, alreadySent: 0, contentBlocked: 0 },
}

type Row = readonly [name: string, attempt: Attempt, emitted?: unknown, emittedIfErased?: unknown]

/** Each attempt with its result while Ann is a contact, and with its result after her erasure if that differs. */
const ATTEMPTS: readonly Row[] = [
  ['nothing but the sends in progress', all(), []],
  ['an enrolment', join('VIP'), REFUSED, UNKNOWN],
  ['DIRECT', join('VIP', 'DIRECT'), REFUSED, UNKNOWN],
  ['CONFIRM', join('VIP', 'CONFIRM'), REFUSED, UNKNOWN],
  ['SILENT', join('VIP', 'SILENT'), REFUSED, UNKNOWN],
  ['DIRECT to a group that she never joined', join('Sales', 'DIRECT'), REFUSED, UNKNOWN],
  ['CONFIRM to the group that was pending', join('News', 'CONFIRM'), REFUSED, UNKNOWN],
  ['SILENT to the group that was pending', join('News', 'SILENT'), REFUSED, UNKNOWN],
  ['DIRECT without silentOptIn', all(declare(SILENCED), join('VIP', 'DIRECT')), [200, REFUSED], [200, UNKNOWN]],
  ['CONFIRM without silentOptIn', all(declare(SILENCED), join('VIP', 'CONFIRM')), [200, REFUSED], [200, UNKNOWN]],
  ['SILENT without silentOptIn', all(declare(SILENCED), join('VIP', 'SILENT')), [200, NO_SILENT], [200, UNKNOWN]],
  ['a removal', leave, 200, UNKNOWN],
  ['a removal and an enrolment', all(leave, join('VIP')), [200, REFUSED], [UNKNOWN, UNKNOWN]],
  ['a new contact', create, EXISTS, 201],
  ['a new contact, and DIRECT', all(create, join('VIP', 'DIRECT')), [EXISTS, REFUSED], [201, REFUSED]],
  ['a new contact, and CONFIRM', all(create, join('News', 'CONFIRM')), [EXISTS, REFUSED], [201, REFUSED]],
  ['a new contact, and SILENT', all(create, join('Sales', 'SILENT')), [EXISTS, REFUSED], [201, REFUSED]],
  ['a new contact, and a removal', all(create, leave), [EXISTS, 200], [201, 200]],
  ['a patch', patch(), 200, UNKNOWN],
  ['a new contact, and a patch', all(create, patch()), [EXISTS, 200], [201, 200]],
  ['a patch of fields that cannot be patched', patch({ groups: [], optedOutAt: null }), 33400],
  ['an import', importTo('VIP'), NOT_JOINED],
  ['an import to another group', importTo('Sales'), NOT_JOINED],
  ['an import of two rows with her number', importTo('VIP', `${ANN}\n${ANN}`), { joined: 0, rejected: 2 }],
  ['an import, twice', all(importTo('VIP'), importTo('VIP')), [NOT_JOINED, NOT_JOINED]],
  ['an import, and an enrolment', all(importTo('News'), join('VIP')), [NOT_JOINED, REFUSED]],
  ['a declaration', declare({}), 200],
  ['a declaration that prunes', declare({}, true), 200],
  [
    'deleting and recreating her groups',
    all(declare({ groups: [VIP] }, true), declare({}), importTo('News')),
    [200, 200, NOT_JOINED],
  ],
  [
    'another default group',
    all(declare({ groups: [{ ...SALES, default: true }] }), importTo('Sales')),
    [200, NOT_JOINED],
  ],
  [
    'a change of the opt-in type of a group',
    all(declare({ groups: [{ ...NEWS, optInType: 'SINGLE' }] }), importTo('News')),
    [200, NOT_JOINED],
  ],
  ['more credits', operate('/accounts/Acme/credits', { sms: 1_000 }), 200],
  ['adding her to a list', list('Guests'), 200],
  ['a schedule for a list', all(create, list('New'), scheduleFor('New')), [EXISTS, 200, 201], [201, 200, 201]],
  ['a schedule for her group', scheduleAt(), 201],
  ['a schedule for every day', scheduleAt({ recurrence: DAILY }), 201],
  ['a schedule by local time', scheduleAt({ sendByLocalTime: true }), 201],
  ['a change of a schedule', call('PATCH', ({ ids }) => `${SCHEDULES}/${ids.schedule}`, { body: 'New' }), 200],
  ['a message', call('POST', '/messaging/message', SMS), OUT],
  ['a message with media', call('POST', '/messaging/message', { ...SMS, mediaUrl: 'https://a.example/b' }), OUT],
  ['a message with an idempotency key', call('POST', '/messaging/message', { ...SMS, idempotencyKey: 'key-1' }), OUT],
  ['a broadcast that includes others', call('POST', '/messaging/broadcast', BROADCAST), 201],
  ['a batch', call('POST', '/messaging/batch', BATCH), OUT],
  ['a retry', call('POST', ({ ids }) => `/messaging/batch/${ids.batch}/retry`), OUT, 33409],
  ['a preview of a message', preview('message', { to: ANN, body: 'Hi' }), DROPPED],
  ['a preview of a batch', preview('batch', { recipients: BATCH.recipients }), DROPPED],
  ['a receipt of a delivery', (fixture) => fixture.receipt(null)],
  ['a receipt of a failure', (fixture) => fixture.receipt({ type: 'opted_out', message: 'Blocked' })],
  ['a YES without a confirmation', text('YES'), true],
  ['a new contact, and a YES', all(create, text('YES')), [EXISTS, true], [201, true]],
  [
    'a new contact, a refused enrolment, and a YES',
    all(create, join('News', 'CONFIRM'), text('YES')),
    [EXISTS, REFUSED, true],
    [201, REFUSED, true],
  ],
  ['an import, and a YES', all(importTo('News'), text('YES')), [NOT_JOINED, true]],
  ['another STOP', text('Stop!'), true],
  ...['Hello', 'yes please', 'start now', 'I want to START', 'STOP it', 'opt in', '', '👍'].map((body): Row => [
    `the text ${JSON.stringify(body)}`,
    text(body),
    true,
  ]),
  ['a START from another number', all(text('START', '+12025550133'), text('YES', '+12025550133')), [true, true]],
  ['an opt-in with another account', async (fixture) => fixture.openPoor()],
  ['an erasure', erase, true],
  ['two erasures', all(erase, erase), [true, true]],
  ['an erasure, and a new contact', all(erase, create, join('VIP')), [true, 201, REFUSED]],
  ['an erasure, and an import', all(erase, importTo('VIP'), join('VIP')), [true, NOT_JOINED, REFUSED]],
  [
    'a new contact and an erasure, twice, and an import',
    all(create, erase, create, erase, importTo('VIP')),
    [EXISTS, true, 201, true, NOT_JOINED],
    [201, true, 201, true, NOT_JOINED],
  ],
  ['a batch after an erasure', all(erase, call('POST', '/messaging/batch', BATCH)), [true, OUT]],
]

describe.each(['is a contact', 'was erased'])('for a person who texted STOP and %s', (now) => {
  test.each(ATTEMPTS)('the hard opt-out is kept, and no text is sent, after %s', async (_, attempt, ...emitted) => {
    const fixture = await openOptedOut(inMemory())
    if (now === 'was erased') await fixture.erase()
    expect(await attempt(fixture)).toEqual(now === 'was erased' ? emitted.at(-1) : emitted[0])
    await fixture.expectOptedOut()
    expect(await fixture.textsSince()).toBe(0)
    await fixture.expectOptedOut()
  })
})

test('without a STOP, the same fixture sends texts to Ann', async () => {
  const fixture = await openOptedOut(inMemory(), { stops: false })
  expect(await fixture.consent()).toMatchObject({ state: 'opted_in' })
  expect(await fixture.textsSince()).toBe(5)
})

describe.each(['is a contact', 'was erased'])('a person who texted STOP and %s', (now) => {
  async function open() {
    const fixture = await openOptedOut(inMemory())
    if (now === 'was erased') await fixture.erase()
    return fixture
  }

  test('is asked to confirm after a START, and stays opted out until the YES', async () => {
    const fixture = await open()
    await fixture.text('START')
    await fixture.expectOptedOut()
    expect((await fixture.consent()).pendingGroups).toMatchObject([{ name: 'VIP' }])
    for (const mode of ['DIRECT', 'CONFIRM', 'SILENT']) expect(await join('VIP', mode)(fixture)).toBe(REFUSED)
    expect(await importTo('VIP')(fixture)).toEqual(NOT_JOINED)
    await fixture.expectOptedOut()
    expect(await fixture.textsSince()).toBe(1)
    await fixture.text('YES')
    expect(await fixture.consent()).toMatchObject({ state: 'opted_in', groups: [{ name: 'VIP' }] })
    expect(await call('POST', '/messaging/message', SMS)(fixture)).toBe(201)
  })

  test('gets a code for the form, and stays opted out until the right code is entered', async () => {
    const fixture = await open()
    const { groups, provider, useCases, phone } = fixture
    const group = groups['VIP'] as GroupId
    const { version } = await useCases.readOptInForm.execute({ group })
    const visitor = { phone, address: '192.0.2.1', agent: null, isBot: false }
    const entry = await useCases.requestCode.execute({ ...visitor, group, version })
    await fixture.runJobs()
    const code = provider.submitted.at(-1)!.body.match(/\d{6}/)![0]
    const wrong = code === '123456' ? '654321' : '123456'
    for (const tried of [wrong, '', '******']) {
      expect(await useCases.enterCode.execute({ group, entry, code: tried })).toMatchObject({ kind: 'wrong' })
    }
    await fixture.expectOptedOut()
    expect(fixture.textsToAnn()).toBe(1)
    expect(await useCases.enterCode.execute({ group, entry, code })).toEqual({ kind: 'confirmed' })
    expect(await fixture.consent()).toMatchObject({ state: 'opted_in', groups: [{ name: 'VIP' }] })
    expect(await call('POST', '/messaging/message', SMS)(fixture)).toBe(201)
  })

  test('stays opted out if a STOP follows the START', async () => {
    const fixture = await open()
    for (const body of ['START', 'STOP', 'YES']) await fixture.text(body)
    await fixture.expectOptedOut()
    expect((await fixture.consent()).pendingGroups).toEqual([])
  })

  test('gets a reply to HELP, and no other text', async () => {
    const fixture = await open()
    await fixture.text('HELP')
    await fixture.expectOptedOut()
    expect(await fixture.textsSince()).toBe(1)
  })
})
