import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { filterText, NO_GROUP, NO_SEGMENT, openFilters } from '../testing/fixtures/filter-fixture.js'
import { ANN, BOB, FROM, INACTIVE } from '../testing/fixtures/messaging-fixture.js'
import { importsOf } from '../testing/imports.js'

const EVERYBODY = { all: [] }
const ZURICH = { address: { city: { eq: 'zurich' } } }

let fixture: Awaited<ReturnType<typeof openFilters>>

beforeEach(async () => {
  fixture = await openFilters(inMemory())
})

const submitted = () => fixture.provider.submitted.map(({ to }) => to).sort()
const reserved = async () => (await fixture.credits()).reserved.sms

describe('a broadcast to an audience', () => {
  test('goes to exactly the contacts that the filter finds and that may be texted', async () => {
    const { status, body } = await fixture.broadcast(ZURICH, { body: 'Hi {{contact_first_name}}' })
    expect([status, body]).toMatchObject([201, { from: FROM, totalRecipients: 1, status: 'queued' }])
    expect(body.id).toMatch(/^brc_/)
    expect(await reserved()).toBe(2)
    await fixture.work()
    expect(fixture.provider.submitted).toMatchObject([{ to: ANN, body: 'Hi Ann' }])
    const { body: view } = await fixture.api('GET', `/messaging/broadcast/${body.id}`)
    expect(view).toMatchObject({ status: 'completed', totalRecipients: 1, counts: { sent: 1 } })
  })

  test('has no minimum of recipients, and is fixed when it is accepted', async () => {
    const { body } = await fixture.broadcast(EVERYBODY)
    expect(body.totalRecipients).toBe(2)
    await fixture.enroll('+12025550126')
    await fixture.work()
    expect(submitted()).toEqual([ANN, BOB])
  })

  test('can be of groups, segments and media', async () => {
    const groups = await fixture.broadcast({ groups: { ids: { in: [fixture.groups['VIP']] } } })
    expect(groups.body.totalRecipients).toBe(2)
    const { id } = (await fixture.create(ZURICH)).body
    const mediaUrl = 'https://example.com/a.jpg'
    const segment = await fixture.broadcast({ segments: { ids: { in: [id] } } }, { body: undefined, mediaUrl })
    expect(segment.body).toMatchObject({ totalRecipients: 1, mediaUrl })
  })

  test('is accepted once for each key, whatever the repeat asks', async () => {
    const first = await fixture.broadcast(ZURICH, { idempotencyKey: 'once' })
    for (const contact of [
      ZURICH,
      EVERYBODY,
      { groups: { ids: { in: ['VIP'] } } },
      { segments: { ids: { in: ['x'] } } },
    ]) {
      const again = await fixture.broadcast(contact, { idempotencyKey: 'once' })
      expect([again.status, again.body]).toEqual([201, first.body])
      expect(again.headers.get('idempotent-replayed')).toBe('true')
    }
    await fixture.work()
    expect(submitted()).toEqual([ANN])
  })

  test('has either recipients or an audience', async () => {
    const recipients = Array.from({ length: 100 }, (_, i) => ({ to: `+1303555${String(i).padStart(4, '0')}` }))
    const both = await fixture.broadcast(ZURICH, { recipients })
    const message = 'must not be given with recipients'
    expect([both.status, both.body.details.fields]).toEqual([400, [{ field: 'audience', message }]])
    const neither = await fixture.broadcast(ZURICH, { audience: undefined })
    expect([neither.status, neither.body.details.fields]).toEqual([
      400,
      [{ field: 'recipients', message: 'is required without audience' }],
    ])
    for (const audience of [null, [], {}, { filter: null }])
      expect((await fixture.broadcast(ZURICH, { audience })).body.code).toBe(33400)
    expect((await fixture.broadcast(ZURICH, { recipients: null })).body.code).toBe(33400)
  })

  test('is not a batch', async () => {
    const body = { audience: { filter: { contact: EVERYBODY } }, from: FROM, body: 'Hi' }
    const { details } = (await fixture.api('POST', '/messaging/batch', { body })).body
    expect(details.fields.map(({ field }: { field: string }) => field)).toContain('audience')
  })

  test.each<[string, object, object, number]>([
    ['finds nobody', { firstName: { eq: 'Nobody' } }, {}, 33400],
    ['finds only contacts that have not opted in', { firstName: { eq: 'Cy' } }, {}, 33028],
    ['has a malformed group id', { groups: { ids: { in: ['VIP'] } } }, {}, 33034],
    ['has an unknown group', { groups: { ids: { in: [NO_GROUP] } } }, {}, 33031],
    ['has an unknown segment', { segments: { ids: { in: [NO_SEGMENT] } } }, {}, 33404],
    ['has a sender of others', EVERYBODY, { from: '+12025550199' }, 33004],
    ['has an inactive sender', EVERYBODY, { from: INACTIVE }, 33009],
    ['has a blocked text', EVERYBODY, { body: 'bit.ly/x' }, 33019],
    ['has no text', EVERYBODY, { body: undefined }, 33400],
  ])('is refused, and costs nothing, if it %s', async (_, contact, fields, code) => {
    const { body } = await fixture.broadcast(contact, fields)
    expect(body.code).toBe(code)
    expect(await reserved()).toBe(0)
    await fixture.work()
    expect(submitted()).toEqual([])
  })

  test('whose contacts have all opted out is refused with 33029', async () => {
    await fixture.textFrom(ANN, 'STOP')
    expect((await fixture.broadcast({ firstName: { eq: 'Ann' } })).body.code).toBe(33029)
  })

  test('is refused without enough credits', async () => {
    const numbers = Array.from({ length: 500 }, (_, i) => `+1303555${String(i).padStart(4, '0')}`)
    await importsOf(fixture).imported(['phoneNumber', ...numbers].join('\n'))
    const { body } = await fixture.broadcast(EVERYBODY)
    expect([body.code, body.details.required]).toEqual([33023, { sms: 1_004, mms: 0 }])
    expect(await reserved()).toBe(0)
  })
})

describe('the preview of a broadcast to an audience', () => {
  const preview = async (contact: object, fields: object = {}) => {
    const request = { audience: { filter: { contact } }, from: FROM, body: 'Hi {{contact_first_name}}', ...fields }
    return (await fixture.api('POST', '/messaging/preview', { body: { kind: 'broadcast', request } })).body
  }

  test('shows whom the broadcast would go to, and sends nothing', async () => {
    await fixture.textFrom(BOB, 'STOP')
    expect(await preview(EVERYBODY)).toMatchObject({
      recipients: { submitted: 3, accepted: 1, dropped: { notOptedIn: 1, optedOut: 1 } },
      credits: { required: { sms: 2, mms: 0 } },
      samples: [{ to: ANN, body: 'Hi Ann' }],
    })
    await fixture.work()
    // The answer to STOP is all that was sent.
    expect([await reserved(), submitted()]).toEqual([0, [BOB]])
  })

  test('tells which conditions hold for nobody', async () => {
    const contact = { any: [ZURICH, { customFields: { contact_custom_field_7: { exists: true } } }] }
    const { recipients, unmetConditions } = await preview(contact)
    expect(recipients.accepted).toBe(1)
    expect(unmetConditions).toMatchObject([
      { field: expect.stringMatching(/audience\.filter\.contact\.any\[1\]\.customFields\.contact_custom_field_7$/) },
    ])
    expect((await preview(ZURICH)).unmetConditions).toBeUndefined()
  })

  test('counts everybody as already sent to if the key was used', async () => {
    await fixture.broadcast(ZURICH, { idempotencyKey: 'once' })
    expect((await preview(ZURICH, { idempotencyKey: 'once' })).recipients).toMatchObject({
      accepted: 0,
      dropped: { alreadySent: 1 },
    })
  })

  test('refuses what the broadcast would refuse, in its place', async () => {
    expect((await preview(ZURICH, { audience: undefined })).details.fields[0].field).toBe('request.recipients')
    expect((await preview({ segments: { ids: { in: [NO_SEGMENT] } } })).code).toBe(33404)
    expect((await preview(ZURICH, { from: INACTIVE })).code).toBe(33009)
  })
})

test('the audience of a broadcast is what the list of contacts shows with the same filter', async () => {
  const { body } = await fixture.api('GET', `/contacts?filter=${filterText(EVERYBODY)}`)
  const members = (body.results as { phoneNumber: string; groups: unknown[] }[]).filter(
    ({ groups }) => groups.length > 0,
  )
  await fixture.broadcast(EVERYBODY)
  await fixture.work()
  expect(submitted()).toEqual(members.map(({ phoneNumber }) => phoneNumber).sort())
})
