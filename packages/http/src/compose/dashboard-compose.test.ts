import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { MEMBERS, memberNumber, openBroadcasts } from '../testing/fixtures/broadcast-fixture.js'
import { signedInTo } from '../testing/fixtures/dashboard-fixture.js'
import { ANN, FROM } from '../testing/fixtures/messaging-fixture.js'

const NOW = new Date('2026-03-01T10:00:00.000Z')

const open = () => openBroadcasts(inMemory({ now: NOW }))
let fixture: Awaited<ReturnType<typeof open>>
let call: Awaited<ReturnType<typeof signedInTo>>

beforeEach(async () => {
  fixture = await open()
  call = await signedInTo(fixture, 'sender')
})

const vip = () => ({ groups: [fixture.groups['VIP']] })
let keys = 0
const compose = (fields: object = {}) =>
  call('POST', '/broadcasts/compose', {
    body: { audience: vip(), from: FROM, body: 'Hello', idempotencyKey: `key-${++keys}`, ...fields },
  })
const preview = (fields: object = {}) =>
  call('POST', '/broadcasts/compose/preview', { body: { audience: vip(), from: FROM, body: 'Hello', ...fields } })

describe('a composed broadcast', () => {
  test('is sent to the members of the groups after ten seconds', async () => {
    const { status, body } = await compose()
    expect(status).toBe(201)
    const heldUntil = '2026-03-01T10:00:10.000Z'
    expect(body).toMatchObject({ from: FROM, body: 'Hello', totalRecipients: 121, status: 'queued', heldUntil })
    fixture.clock.advance(9_999)
    await fixture.work()
    expect(fixture.provider.submitted).toEqual([])
    fixture.clock.advance(1)
    await fixture.work()
    expect(fixture.provider.submitted.map(({ to }) => to).sort()).toEqual([ANN, ...MEMBERS].sort())
    expect((await fixture.get(`broadcast/${body.id}`)).body).toMatchObject({ status: 'completed', heldUntil })
  })

  test('can be sent to a single number, as people write it', async () => {
    const numbers = [' (+1) 303-555-0007', memberNumber(7), 'nobody', '']
    const { body } = await compose({ audience: { numbers }, holdSeconds: 0 })
    expect(body).toMatchObject({ totalRecipients: 1 })
    await fixture.work()
    expect(fixture.provider.submitted.map(({ to }) => to)).toEqual([memberNumber(7)])
  })

  test('can be sent to the contacts that a filter finds', async () => {
    const filter = { contact: { firstName: { eq: 'Zoë' } } }
    await fixture.api('PATCH', `/contacts/by-phone/${memberNumber(20)}`, { body: { firstName: 'zoe' } })
    const { recipients } = (await preview({ audience: { filter } })).body
    expect(recipients).toMatchObject({ submitted: 1, accepted: 1, dropped: { invalid: 0, duplicates: 0 }, faults: [] })
    expect((await compose({ audience: { filter }, holdSeconds: 0 })).body).toMatchObject({ totalRecipients: 1 })
    await fixture.work()
    expect(fixture.provider.submitted.map(({ to }) => to)).toEqual([memberNumber(20)])
  })

  test('is accepted once for each key', async () => {
    const first = await compose({ idempotencyKey: 'once' })
    const second = await compose({ idempotencyKey: 'once' })
    expect([second.status, second.body]).toEqual([201, first.body])
    expect(second.headers.get('idempotent-replayed')).toBe('true')
  })

  test('fails what has not left at the requested time', async () => {
    const expiresAt = '2026-03-01T12:00:00.000Z'
    const { status, body } = await compose({ expiresAt })
    expect([status, body.expiresAt]).toEqual([201, expiresAt])
    expect((await fixture.get(`broadcast/${body.id}`)).body).toMatchObject({ expiresAt })
  })

  test('is refused with the key of another message, whose id is told', async () => {
    const first = await compose({ idempotencyKey: 'once' })
    const { status, body } = await compose({ idempotencyKey: 'once', body: 'Other' })
    expect([status, body.code]).toEqual([409, 33409])
    expect(body['message']).toContain(first.body.id)
  })

  test('is undone by canceling it within the hold', async () => {
    const before = await fixture.credits()
    const { id } = (await compose()).body
    const canceled = await fixture.api('POST', `/messaging/broadcast/${id}/cancel`)
    const counts = { queued: 0, sent: 0, failed: 0, delivered: 0 }
    expect(canceled.body).toMatchObject({ status: 'canceled', inFlight: 0, counts })
    fixture.clock.advance(60_000)
    await fixture.work()
    expect([fixture.provider.submitted, await fixture.credits()]).toEqual([[], before])
  })

  test.each<[object, number, ...string[]]>([
    [{ audience: {} }, 33400, 'audience.groups'],
    [{ audience: { groups: ['grp_1'], numbers: ['+12025550188'] } }, 33400, 'audience.numbers'],
    [{ audience: { groups: ['grp_1'], filter: { contact: { all: [] } } } }, 33400, 'audience.filter'],
    [{ audience: { numbers: ['+12025550188'], filter: { contact: { all: [] } } } }, 33400, 'audience.filter'],
    [{ audience: { filter: { contact: { nickname: {} } } } }, 33400, 'audience.filter.contact.nickname'],
    [{ audience: { filter: { contact: { any: [] } } } }, 33400, 'audience'],
    [{ audience: { filter: { contact: { groups: { ids: { in: ['vip'] } } } } } }, 33034],
    [{ audience: { numbers: ['nobody'] } }, 33400, 'audience.numbers'],
    [{ audience: { groups: ['vip'] } }, 33034],
    [{ audience: { numbers: ['+12025550188'] } }, 33028],
    [{ idempotencyKey: undefined }, 33400, 'idempotencyKey'],
    [{ holdSeconds: 61 }, 33400, 'holdSeconds'],
    [{ from: '+12025550199' }, 33004],
    [{ body: undefined }, 33400, 'body'],
    [{ expiresAt: 'tomorrow' }, 33400, 'expiresAt'],
    [{ expiresAt: '2026-03-01T10:01:09Z' }, 33400, 'expiresAt'],
    [{ template: { id: 'tpl_1' } }, 33400, 'template'],
    [{ body: undefined, template: { id: 'tpl_1' } }, 33404],
    [{ body: 'bit.ly/x' }, 33019],
  ])('is refused if it is invalid: %j: %d', async (fields, code, ...[field]) => {
    const { body } = await compose(fields)
    expect(body.code).toBe(code)
    if (field !== undefined) expect(body.details.fields[0].field).toBe(field)
    expect((await fixture.credits()).reserved.sms).toBe(0)
  })

  test('is refused with too many numbers', async () => {
    const { body } = await compose({ audience: { numbers: Array(50_001).fill('+') } })
    const message = 'must have 1 to 50000 entries, got 50001'
    expect(body.details).toEqual({ fields: [{ field: 'audience.numbers', message }] })
  })

  test('is refused without members that may be texted, and without enough credits', async () => {
    const { status, body } = await compose({ audience: { groups: [fixture.groups['Sales']] } })
    expect([status, body.details.fields]).toEqual([400, [{ field: 'audience', message: 'has no contacts' }]])
    const { id } = (await compose({ holdSeconds: 60 })).body
    const left = (await fixture.credits()).sms
    for (let used = 242; used <= left; used += 242) await compose()
    expect((await compose()).body.code).toBe(33023)
    expect((await fixture.get(`broadcast/${id}`)).body.status).toBe('queued')
  })
})

describe('the preview', () => {
  test('shows counts, cost, and the characters that make the text UCS-2', async () => {
    await fixture.textFrom(memberNumber(3), 'STOP')
    const { status, body } = await preview({ body: 'Hi {{contact_first_name}} 👋 – sale' })
    expect([status, body]).toMatchObject([
      200,
      {
        recipients: {
          submitted: 120,
          accepted: 120,
          dropped: {
            country: 0,
            notOptedIn: 0,
            optedOut: 0,
            alreadySent: 0,
            contentBlocked: 0,
            invalid: 0,
            duplicates: 0,
          },
          faults: [],
        },
        credits: { required: { sms: 240, mms: 0 }, available: { sms: 1_000, mms: 100 } },
        encoding: 'UCS-2',
        segments: { min: 1, max: 1, total: 120 },
        outsideGsm7: [
          { position: 26, character: '👋' },
          { position: 29, character: '–' },
        ],
        unknownTags: [],
      },
    ])
    expect(body.samples).toHaveLength(5)
    expect((await fixture.credits()).reserved.sms).toBe(0)
  })

  test('names what looks like a merge tag and is sent as it is', async () => {
    const { body } = await preview({ body: 'Hi {{nope}} {{contact_first_name}}: {{contact_email is' })
    expect(body.unknownTags).toEqual(['{{nope}}', '{{contact_email'])
  })

  test('reports which of the entered numbers are dropped, and why', async () => {
    await fixture.textFrom(memberNumber(3), 'STOP')
    const numbers = [memberNumber(0), memberNumber(1), memberNumber(0), 'Bob', memberNumber(3), '+12025550188']
    const { recipients } = (await preview({ audience: { numbers } })).body
    expect(recipients).toMatchObject({
      submitted: 6,
      accepted: 2,
      dropped: { invalid: 1, duplicates: 1, optedOut: 1, notOptedIn: 1 },
      faults: [{ index: 3, message: expect.stringContaining('"Bob" is not a phone number') }],
    })
  })
})

describe('while everybody would wait too long for a sending window,', () => {
  const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

  beforeEach(() => fixture.declare({ holdAtMost: '1h', sendingWindows: [{ days, from: '20:00', to: '21:00' }] }))

  test('the preview of what is sent now has no text, and says why', async () => {
    const { recipients, windows, segments } = (await preview()).body
    expect([recipients.accepted, windows.tooLate, segments.total]).toEqual([121, 121, 0])
  })

  test('the preview of what is scheduled has the texts, and nothing about the windows of now', async () => {
    const { recipients, windows, segments } = (await preview({ isScheduled: true })).body
    expect([recipients.accepted, windows, segments.total]).toEqual([121, undefined, 121])
  })
})

describe('samples', () => {
  const samples = async (fields: object) =>
    (
      await call('POST', '/broadcasts/compose/samples', {
        body: { body: 'Hi {{contact_first_name}}', audience: vip(), ...fields },
      })
    ).body

  test('show the texts of a few contacts at a time, in a fixed order', async () => {
    await fixture.api('PATCH', `/contacts/by-phone/${memberNumber(20)}`, { body: { firstName: 'Zoë’s' } })
    const { results } = await samples({ offset: 20 })
    expect(results).toHaveLength(20)
    expect(results[1]).toEqual({
      index: 21,
      to: memberNumber(20),
      firstName: 'Zoë’s',
      body: 'Hi Zoë’s',
      encoding: 'UCS-2',
      segments: 1,
      wireParts: 1,
    })
    expect((await samples({ offset: 120 })).results).toHaveLength(1)
    expect((await samples({ offset: 121 })).results).toEqual([])
  })

  test('of entered numbers are those that may be texted, in the order of the entries', async () => {
    const { results } = await samples({ audience: { numbers: [memberNumber(9), '+12025550188', memberNumber(2)] } })
    expect(results.map(({ to }: { to: string }) => to)).toEqual([memberNumber(9), memberNumber(2)])
  })

  test('of a filter are the contacts that it finds', async () => {
    const filter = { contact: { firstName: { exists: true } } }
    await fixture.api('PATCH', `/contacts/by-phone/${memberNumber(20)}`, { body: { firstName: 'Zoë' } })
    const { results } = await samples({ audience: { filter } })
    expect(results).toMatchObject([{ to: memberNumber(20), body: 'Hi Zoë' }])
  })

  test('can be one for any number', async () => {
    const { results } = await samples({ phoneNumber: '+12025550188' })
    expect(results).toMatchObject([{ to: '+12025550188', body: 'Hi ' }])
    expect((await samples({ phoneNumber: 'Bob' })).code).toBe(33003)
  })

  test('whose text violates the content policy have no text', async () => {
    await fixture.declare({ compliance: { blockedPhrases: ['casino'] } })
    await fixture.api('PATCH', `/contacts/by-phone/${memberNumber(0)}`, { body: { firstName: 'Casino' } })
    const [first] = (await samples({ audience: { numbers: [memberNumber(0)] } })).results
    expect(first).toMatchObject({ to: memberNumber(0), blockedBy: { reason: 'blocked_phrase' } })
    expect(first.body).toBeUndefined()
  })
})
