import { expect, jest, test } from '@jest/globals'
import { kill, stop } from '../testing/service/starts.js'
import { waitUntil } from '../testing/wait-until.js'
import {
  ANN,
  applied,
  attemptsOf,
  BOB,
  CLEO,
  deliveriesOf,
  endLeases,
  importMembers,
  membership,
  openReceiver,
  startService,
} from '../testing/webhooks/webhook-service.js'

/** Every test starts the built command, as an operator does. */
jest.setTimeout(120_000)

test('each membership change that causes an event is delivered once, signed; other changes are not', async () => {
  const hooks = await openReceiver()
  const carillon = await startService({ workers: 2 })
  const { vip, news, webhook } = await applied(carillon, hooks)
  const { api, text } = carillon
  const expected: (readonly unknown[])[] = []
  const join = async (phone: string, group: string, optInMode: string, status = 200) =>
    expect(await api('POST', membership(phone, group), { optInMode })).toMatchObject({ status })
  const leave = async (phone: string, group: string) =>
    expect(await api('DELETE', membership(phone, group))).toMatchObject({ status: 200 })
  const expectEvent = (type: 'in' | 'out', phone: string, group: string, reason: string) =>
    expected.push([`contacts.group.opted_${type}`, phone, group, reason])

  await join(ANN, vip, 'DIRECT')
  expectEvent('in', ANN, vip, 'DIRECT')
  await join(ANN, news, 'SILENT')
  expectEvent('in', ANN, news, 'SILENT')
  for (const mode of ['DIRECT', 'SILENT', 'CONFIRM']) await join(ANN, vip, mode)
  await join(BOB, vip, 'CONFIRM')
  await join(BOB, vip, 'CONFIRM')
  await text(BOB, 'YES')
  expectEvent('in', BOB, vip, 'CONFIRMED')
  await text(BOB, 'YES')
  await join(BOB, news, 'CONFIRM')
  await join(BOB, news, 'SILENT')
  expectEvent('in', BOB, news, 'SILENT')
  await join(CLEO, vip, 'CONFIRM')
  await leave(CLEO, vip)
  await leave(CLEO, news)
  await join(CLEO, vip, 'CONFIRM', 429)
  await text(CLEO, 'STOP')
  await join(CLEO, vip, 'DIRECT', 409)
  await text(BOB, 'STOP')
  expectEvent('out', BOB, vip, 'STOP')
  expectEvent('out', BOB, news, 'STOP')
  await leave(ANN, news)
  expectEvent('out', ANN, news, 'USER_REMOVED')
  await leave(ANN, news)
  // Events leave the outbox in order: when this one has been delivered, all earlier ones have been relayed.
  await leave(ANN, vip)
  expectEvent('out', ANN, vip, 'USER_REMOVED')

  await waitUntil(
    async () => (await deliveriesOf(carillon, webhook, '?status=delivered')).totalCount >= expected.length,
  )
  const received = hooks.received.map(({ event: { type, data } }) => {
    const { contact, group, reason } = data as {
      contact: { phoneNumber: string }
      group: { id: string }
      reason: string
    }
    return [type, contact.phoneNumber, group.id, reason]
  })
  expect(received.sort()).toEqual(expected.sort())
  expect(new Set(hooks.received.map(({ id }) => id)).size).toBe(expected.length)
  for (const { id, event } of hooks.received) expect(event.id).toBe(id)
  expect((await deliveriesOf(carillon, webhook)).totalCount).toBe(expected.length)
  expect(hooks.faults).toEqual([])
  await stop(carillon.server)
})

test('a delivery with a 500 response is retried five seconds later with the same id, and logged', async () => {
  const hooks = await openReceiver((nth) => (nth === 0 ? 500 : 204))
  const carillon = await startService()
  const { vip, webhook } = await applied(carillon, hooks)
  await carillon.api('POST', membership(ANN, vip), {})
  await waitUntil(async () => (await deliveriesOf(carillon, webhook, '?status=pending')).totalCount === 1)
  await waitUntil(() => hooks.received.length === 1)
  const [first] = hooks.received
  const readAttempts = () => attemptsOf(carillon, webhook, first!.id)
  await waitUntil(async () => (await readAttempts()).attempts.length === 1)
  const { nextAttemptAt, attempts } = await readAttempts()
  const delayMs = Date.parse(nextAttemptAt!) - Date.parse(attempts[0]!.at) - attempts[0]!.tookMs
  expect(delayMs).toBeGreaterThanOrEqual(5_000)
  expect(delayMs).toBeLessThanOrEqual(5_500)
  await waitUntil(() => hooks.received.length === 2)
  const [, second] = hooks.received
  expect([second!.id, second!.body]).toEqual([first!.id, first!.body])
  expect(second!.atMs - first!.atMs).toBeGreaterThanOrEqual(5_000)
  await waitUntil(async () => (await readAttempts()).nextAttemptAt === undefined)
  expect((await readAttempts()).attempts).toMatchObject([{ status: 500 }, { status: 204 }])
  expect(hooks.faults).toEqual([])

  const tested = await carillon.carillon('webhooks', 'test', webhook)
  const stdout = expect.stringMatching(/^evt_\w{26}: it responded with 204, after \d+ ms\n$/)
  expect(tested).toEqual({ code: 0, stdout, stderr: '' })
  expect(hooks.received.at(-1)!.event.type).toBe('webhook.test')
  await stop(carillon.server)
})

const MEMBERS = Array.from({ length: 300 }, (_, n) => `+1505555${String(n).padStart(4, '0')}`)

test('a server that is killed with deliveries in flight delivers all events after a restart', async () => {
  const never = new Promise<number>(() => {})
  let isHanging = true
  const hooks = await openReceiver((nth) => (isHanging && nth >= 40 ? never : 204))
  const carillon = await startService()
  const { webhook } = await applied(carillon, hooks)
  await importMembers(carillon, MEMBERS)
  // The first 40 got a response, and the next ones are in flight.
  await waitUntil(() => hooks.received.length >= 60)
  await kill(carillon.server)
  const unfinished = hooks.received.slice(40).map(({ id }) => id)
  isHanging = false
  await endLeases()

  const again = await startService()
  await waitUntil(async () => (await deliveriesOf(again, webhook, '?status=delivered')).totalCount === MEMBERS.length)
  const bodies = new Map<string, Set<string>>()
  for (const { id, body } of hooks.received) bodies.set(id, (bodies.get(id) ?? new Set()).add(body))
  expect(bodies.size).toBe(MEMBERS.length)
  for (const texts of bodies.values()) expect(texts.size).toBe(1)
  for (const id of unfinished) expect(hooks.received.filter((one) => one.id === id).length).toBeGreaterThan(1)
  expect(hooks.faults).toEqual([])
  await stop(again.server)
})

test('a server whose settings forbid private addresses never connects to such an address, and says why', async () => {
  const hooks = await openReceiver()
  const carillon = await startService({ env: {} })
  const { webhook } = await applied(carillon, hooks)
  const tested = await carillon.carillon('webhooks', 'test', webhook)
  expect(tested).toMatchObject({ code: 1, stdout: '' })
  expect(tested.stderr).toMatch(
    /^carillon: evt_\w{26}: 127\.0\.0\.1 is not a public address .*CARILLON_WEBHOOKS_ALLOW_PRIVATE=1.*\n$/,
  )
  const [{ eventId }] = (await deliveriesOf(carillon, webhook)).results as [{ eventId: string }]
  expect((await attemptsOf(carillon, webhook, eventId)).attempts).toMatchObject([{ reason: 'forbidden' }])
  expect(hooks.connections()).toBe(0)
  await stop(carillon.server)
})
