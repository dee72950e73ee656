import {
  EVENT_TYPES,
  TEST_EVENT_TYPE,
  parsePhoneNumber,
  type GroupId,
  type MessageFailure,
  type MessageId,
  type WebhookPost,
} from '@carillon/core'
import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { MEMBERS } from '../testing/fixtures/broadcast-fixture.js'
import { ANN, BOB, FROM, SALE } from '../testing/fixtures/messaging-fixture.js'
import { openWebhooks } from '../testing/fixtures/webhook-fixture.js'
import { document, schemaFaults } from '../testing/openapi-document.js'
import { TIMETABLE } from '../testing/samples.js'
import type { Json } from '../testing/test-api.js'

const open = () => openWebhooks(inMemory())
let fixture: Awaited<ReturnType<typeof open>>

/** Delivers all pending events, and returns their payloads after checking them against the document. */
async function payloads(): Promise<Json[]> {
  return (await fixture.deliver()).map(({ id, body }: WebhookPost) => {
    const payload: Json = JSON.parse(body)
    expect(payload.id).toBe(id)
    expect([payload, schemaFaults(refOf(payload.type), payload)]).toEqual([payload, []])
    return payload
  })
}

function contentOf(type: string) {
  return document.webhooks[type]!['post']!.requestBody!.content['application/json']!
}

function refOf(type: string): string {
  return contentOf(type).schema.$ref!
}

const reasons = (events: Json[]) => events.map(({ type, data }) => [type, data.reason])

async function receipt(message: MessageId, failure: MessageFailure | null = null) {
  const account = (await fixture.admin('GET', '/accounts')).body.results[0].id
  await fixture.useCases.receiveReceipt.execute({ account, message, at: fixture.clock.now(), failure })
}

const readMessage = async (id: string) => (await fixture.api('GET', `/messaging/message/${id}`)).body
const membership = (group: string) => `/contacts/by-phone/${BOB}/groups/${fixture.groups[group]}`

describe('the document', () => {
  test('has every event type that an endpoint can get, and no other', () => {
    expect(Object.keys(document.webhooks).sort()).toEqual([...EVENT_TYPES, TEST_EVENT_TYPE].sort())
  })

  test.each(Object.keys(document.webhooks))('%s: has an example, the headers and the responses', (type) => {
    const { parameters, responses } = document.webhooks[type]!['post']!
    const { example } = contentOf(type)
    expect(schemaFaults(refOf(type), example)).toEqual([])
    expect(example).toMatchObject({ type })
    expect(schemaFaults(refOf(type), { ...(example as object), type: 'other' })).not.toEqual([])
    expect(schemaFaults(refOf(type), { ...(example as object), more: 1 })).not.toEqual([])
    const headers = ['WebhookEventId', 'WebhookTimestamp', 'WebhookSignature']
    expect(parameters).toEqual(headers.map((name) => ({ $ref: `#/components/parameters/${name}` })))
    expect(Object.keys(responses)).toEqual(['410', '2XX', 'default'])
  })
})

describe('an endpoint gets the documented events', () => {
  beforeEach(async () => {
    fixture = await open()
  })

  test('of contacts who join and leave groups', async () => {
    await fixture.enroll(BOB)
    await fixture.api('POST', membership('Sales'), { body: { optInMode: 'SILENT' } })
    await fixture.api('POST', membership('News'), { body: { optInMode: 'CONFIRM' } })
    await fixture.textFrom(BOB, 'YES')
    await fixture.api('DELETE', membership('Sales'))
    await fixture.textFrom(BOB, 'STOP')
    const moves = (await payloads()).filter(({ type }) => type.startsWith('contacts.'))
    expect(reasons(moves)).toEqual([
      ['contacts.group.opted_in', 'DIRECT'],
      ['contacts.group.opted_in', 'SILENT'],
      ['contacts.group.opted_in', 'CONFIRMED'],
      ['contacts.group.opted_out', 'USER_REMOVED'],
      ['contacts.group.opted_out', 'STOP'],
      ['contacts.group.opted_out', 'STOP'],
    ])
    const contact = (await fixture.api('GET', `/contacts/by-phone/${BOB}`)).body
    const { id, phoneNumber } = contact
    const group = { id: fixture.groups['VIP'], name: 'VIP' }
    expect(moves[0].data).toEqual({ contact: { id, phoneNumber }, group, reason: 'DIRECT' })
    expect(moves[0].timestamp).toBe(fixture.clock.now().toISOString())
  })

  test('of an erased contact, whose number is then in no replay and no log', async () => {
    await fixture.enroll(BOB)
    await fixture.api('POST', membership('Sales'), { body: { optInMode: 'SILENT' } })
    await fixture.api('POST', membership('News'), { body: { optInMode: 'CONFIRM' } })
    const { id } = (await fixture.api('GET', `/contacts/by-phone/${BOB}`)).body
    await payloads()
    await fixture.admin('DELETE', `/accounts/Acme/contacts/${BOB}`)
    const events = await payloads()
    const groups = ['VIP', 'Sales'].map((name) => ({ id: fixture.groups[name], name }))
    const left = groups.map((group) => ({ contact: { id, phoneNumber: BOB }, group, reason: 'ERASED' }))
    expect(events.slice(0, 2).map(({ data }) => data)).toEqual(expect.arrayContaining(left))
    expect(events.slice(2).map(({ type, data }) => [type, data])).toEqual([['contact.erased', { contact: { id } }]])
    const logs = await Promise.all(
      events.map((event) => fixture.admin('GET', `${fixture.path}/deliveries/${event.id}`)),
    )
    expect(logs.map(({ body }) => body.status)).toEqual(['delivered', 'delivered', 'delivered'])
    expect(JSON.stringify(logs.map(({ body }) => body))).not.toContain(BOB)
    for (const event of events) await fixture.admin('POST', `${fixture.path}/replay`, { body: { eventId: event.id } })
    const replayed = await payloads()
    expect(replayed.map((event) => event.id).sort()).toEqual(events.map((event) => event.id).sort())
    expect(replayed.find((event) => event.id === events[0].id).data.contact).toEqual({ id })
    expect(JSON.stringify(replayed)).not.toContain(BOB)
  })

  test('of a sent, delivered or inbound message, as the API returns it at that time', async () => {
    for (const fields of [{}, { body: '', mediaUrl: 'https://example.com/a.jpg' }]) {
      const { body: sent } = await fixture.send(fields)
      expect(await payloads()).toMatchObject([{ type: 'message.sent', data: {} }])
      await receipt(sent.id)
      const [delivered] = await payloads()
      expect(delivered).toMatchObject({ type: 'message.delivered' })
      expect(delivered.data).toEqual({ message: await readMessage(sent.id) })
    }
    await fixture.textFrom(ANN, 'Is it open on Sunday?')
    const [received] = await payloads()
    expect(received).toMatchObject({ type: 'message.received', data: { message: { direction: 'inbound' } } })
    expect(received.data).toEqual({ message: await readMessage(received.data.message.id) })
  })

  test('of a message that fails, at once or after it was sent', async () => {
    fixture.provider.script.push({ kind: 'refused', type: 'carrier_rejected', message: 'Spam' })
    const { body: refused } = await fixture.send()
    expect((await payloads()).map(({ type, data }) => [type, data])).toEqual([['message.failed', { message: refused }]])
    const { body: sent } = await fixture.send()
    expect((await payloads()).map(({ type, data }) => [type, data])).toEqual([['message.sent', { message: sent }]])
    await receipt(sent.id, { type: 'invalid_destination', message: 'No such number' })
    const [failed] = await payloads()
    expect([failed.type, failed.data]).toEqual(['message.failed', { message: await readMessage(sent.id) }])
  })

  test('of a broadcast or batch that is completed, failed or canceled', async () => {
    await fixture.enroll(BOB)
    await payloads()
    const request = {
      broadcast: { from: FROM, body: 'Hi', recipients: CROWD },
      batch: { from: FROM, recipients: TEXTS },
    }
    for (const kind of ['broadcast', 'batch'] as const) {
      const start = async () => (await fixture.api('POST', `/messaging/${kind}`, { body: request[kind] })).body.id
      const ended = async (id: string, status: string) => {
        await fixture.workAt(fixture.clock.now().toISOString())
        const events = (await payloads()).filter(({ type }) => type === 'broadcast.completed')
        const { body } = await fixture.api('GET', `/messaging/${kind}/${id}`)
        expect(body.status).toBe(status)
        expect(events.map(({ data }) => data)).toEqual([{ broadcast: body }])
      }
      await ended(await start(), 'completed')
      const refused = { kind: 'refused', type: 'carrier_rejected', message: 'Spam' } as const
      const second = await start()
      fixture.provider.script.push(refused, refused)
      await ended(second, 'failed')
      const third = await start()
      await fixture.api('POST', `/messaging/${kind}/${third}/cancel`)
      await ended(third, 'canceled')
    }
  })

  test('of the sends of schedules', async () => {
    const { id } = (await fixture.create()).body
    const byZone = (await fixture.create({ schedule: { ...TIMETABLE, sendByLocalTime: true } })).body.id
    await fixture.workAt('2026-03-08T13:00:00Z')
    const completed = (await payloads()).filter(({ type }) => type.startsWith('schedule.'))
    expect(completed.map(({ type }) => type)).toEqual(['schedule.send.completed', 'schedule.send.completed'])
    for (const schedule of [id, byZone]) {
      const { results } = (await fixture.read(schedule, '/sends')).body
      const events = completed.filter(({ data }) => data.schedule.id === schedule)
      expect(events.map(({ data }) => data)).toEqual([{ schedule: { id: schedule }, send: results[0] }])
    }
    const late = (await fixture.create({ schedule: { ...TIMETABLE, at: '2026-03-09T09:00' } })).body.id
    await fixture.workAt('2026-03-09T14:00:00.001Z')
    const [skipped] = (await payloads()).filter(({ type }) => type === 'schedule.send.failed')
    const { results } = (await fixture.read(late, '/sends')).body
    expect(skipped.data).toEqual({ schedule: { id: late }, send: results[0] })
    expect(skipped.data.send).toMatchObject({ status: 'skipped', reason: 'too_late' })
  })

  test('of a broadcast that was sent by a schedule', async () => {
    const { id } = (await fixture.create()).body
    await fixture.workAt('2026-03-08T13:00:00Z')
    const [completed] = (await payloads()).filter(({ type }) => type === 'broadcast.completed')
    expect(completed.data.broadcast).toMatchObject({ scheduleId: id })
    const path = `/messaging/broadcast/${completed.data.broadcast.id}`
    expect(completed.data.broadcast).toEqual((await fixture.api('GET', path)).body)
  })

  test('of a link that a person followed', async () => {
    await fixture.declare({ trackingLinks: [SALE] })
    const { id, body } = (await fixture.send({ body: '{{trackingLink "go.acme.com/sale"}}' })).body
    await payloads()
    const visit = { host: 'go.acme.com', path: new URL(body).pathname, agent: 'Mozilla/5.0', isOnlyALook: false }
    await fixture.useCases.followLink.execute(visit)
    await fixture.useCases.followLink.execute(visit)
    const data = { link: SALE.link, message: { id, to: ANN } }
    expect((await payloads()).map((event) => [event.type, event.data])).toEqual([
      ['link.clicked', { ...data, isFirst: true }],
      ['link.clicked', { ...data, isFirst: false }],
    ])
  })

  test('of an opt-in form whose limit was reached', async () => {
    await fixture.declare({ optInForm: { limits: { prefixPerHour: 1 } } })
    await payloads()
    const group = { id: fixture.groups['VIP'] as GroupId, name: 'VIP' }
    const { readOptInForm, requestCode } = fixture.useCases
    const { version } = await readOptInForm.execute({ group: group.id })
    const asked = { group: group.id, version, agent: null, isBot: false }
    const ask = (phone: string, address: string) =>
      requestCode.execute({ ...asked, phone: parsePhoneNumber(phone), address })
    await ask('+12025550170', '192.0.2.1')
    await expect(ask('+12025550171', '192.0.2.2')).rejects.toMatchObject({ code: 'too-many-codes' })
    const [event, ...others] = await payloads()
    expect(others).toEqual([])
    const limit = { limit: 'prefix', numbers: '+1202555', sent: 1, entered: 0, usualPerHour: 0 }
    expect(event).toMatchObject({ type: 'form.limited', data: { group, ...limit } })
  })

  test('of a test that an operator requested', async () => {
    const { eventId } = (await fixture.admin('POST', `${fixture.path}/test`)).body
    const [event, ...others] = await payloads()
    expect(others).toEqual([])
    expect(event).toMatchObject({ id: eventId, type: TEST_EVENT_TYPE, data: { endpoint: { id: fixture.webhook.id } } })
  })
})

/** 100 recipients, two of whom have opted in. */
const CROWD = [{ to: ANN }, { to: BOB }, ...MEMBERS.slice(2, 100).map((to) => ({ to }))]

const TEXTS = [
  { to: ANN, body: 'Hi Ann' },
  { to: BOB, body: 'Hi Bob' },
]
