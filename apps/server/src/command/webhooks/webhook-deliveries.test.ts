import { beforeEach, describe, expect, test } from '@jest/globals'
import { narrow } from '../../testing/narrow.js'
import { RESPONSE, OF_ACME, openWebhooks, type WebhooksOfAcme } from '../../testing/webhooks/webhooks-of-acme.js'

let server: WebhooksOfAcme['server']
let carillon: WebhooksOfAcme['carillon']
let add: WebhooksOfAcme['add']
let join: WebhooksOfAcme['join']
let json: WebhooksOfAcme['json']

beforeEach(async () => {
  ;({ server, carillon, add, join, json } = await openWebhooks())
})

describe('deliveries', () => {
  test('are listed with the last response, and filtered by status and type', async () => {
    const id = await add()
    const none = await carillon(['webhooks', 'deliveries', id, ...OF_ACME])
    expect(none).toEqual({ code: 0, stdout: 'No such delivery\n', stderr: '' })
    const unreachable = { kind: 'unanswered', reason: 'unreachable', message: 'connect ECONNREFUSED' } as const
    server.webhookSender.nextAnswers.push({ ...RESPONSE, status: 500, excerpt: '\u001b[2J<h1>\nOops' }, unreachable)
    await join('+12025550123', '+12025550124', '+12025550125')
    const { stdout, stderr } = await carillon(['webhooks', 'deliveries', id, ...OF_ACME])
    expect(stderr).toBe('')
    const lines = narrow(stdout.replace(/evt_\w{26}/g, 'evt'))
    expect(lines.toSorted()).toEqual([
      '',
      'EVENT  TYPE  STATUS  TRIES  NEXT  LAST RESPONSE',
      'evt  contacts.group.opted_in  delivered  1  -  it responded with 204',
      'evt  contacts.group.opted_in  pending  1  2026-03-01 12:00:05 UTC  connect ECONNREFUSED',
      'evt  contacts.group.opted_in  pending  1  2026-03-01 12:00:05 UTC  it responded with 500: [2J<h1> Oops',
    ])
    expect(await json('deliveries', id, '--status', 'delivered')).toMatchObject([
      { status: 'delivered', attemptCount: 1 },
    ])
    expect(await json('deliveries', id, '--type', 'webhook.test')).toEqual([])
    const lost = await carillon(['webhooks', 'deliveries', id, ...OF_ACME, '--status', 'lost'])
    expect(lost).toMatchObject({ code: 1, stderr: expect.stringContaining('pending') })
  })

  test('are listed page by page, with the total number', async () => {
    const id = await add()
    await join(...Array.from({ length: 51 }, (_, n) => `+120255501${n + 10}`))
    const first = await carillon(['webhooks', 'deliveries', id, ...OF_ACME])
    expect(first.stdout.trimEnd().split('\n')).toHaveLength(51)
    expect(first.stderr).toBe('Page 1 of 2, 51 deliveries in all\n')
    const second = await carillon(['webhooks', 'deliveries', id, ...OF_ACME, '--page', '2'])
    expect(second.stdout.trimEnd().split('\n')).toHaveLength(2)
    const third = await carillon(['webhooks', 'deliveries', id, ...OF_ACME, '--page', '3'])
    expect(third.stdout).toBe('No such page\n')
    expect((await carillon(['webhooks', 'deliveries', id, ...OF_ACME, '--page', '0'])).code).toBe(1)
  })

  test('are shown individually, with every try and the payload', async () => {
    const id = await add()
    server.webhookSender.nextAnswers.push({ ...RESPONSE, status: 503, excerpt: 'Later' })
    await join('+12025550123')
    const eventId = server.webhookSender.posts[0]!.id
    const { stdout } = await carillon(['webhooks', 'delivery', id, eventId, ...OF_ACME])
    expect(narrow(stdout).slice(0, 8)).toEqual([
      `EVENT  ${eventId}`,
      'TYPE  contacts.group.opted_in',
      'STATUS  pending, due at 2026-03-01 12:00:05 UTC',
      'HAPPENED  2026-03-01 12:00:00 UTC',
      '',
      'TRY  AT  TOOK  RESPONSE',
      '1  2026-03-01 12:00:00 UTC  0 ms  it responded with 503: Later',
      '',
    ])
    expect(JSON.parse(stdout.slice(stdout.indexOf('{')))).toEqual(JSON.parse(server.webhookSender.posts[0]!.body))
    expect(await json('delivery', id, eventId)).toMatchObject({ eventId, attempts: [{ status: 503 }] })
    const lost = await carillon(['webhooks', 'delivery', id, 'evt_1', ...OF_ACME])
    expect(lost).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('has no delivery of an event') })
  })

  test('are shown as waiting if their webhook is disabled', async () => {
    const id = await add()
    server.webhookSender.nextAnswers.push({ ...RESPONSE, status: 500 })
    await join('+12025550123')
    await carillon(['webhooks', 'disable', id, ...OF_ACME])
    const eventId = server.webhookSender.posts[0]!.id
    const list = narrow((await carillon(['webhooks', 'deliveries', id, ...OF_ACME])).stdout)
    expect(list[1]).toBe(
      `${eventId}  contacts.group.opted_in  pending  1  once the webhook is enabled  it responded with 500`,
    )
    const { stdout } = await carillon(['webhooks', 'delivery', id, eventId, ...OF_ACME])
    expect(narrow(stdout)).toContain('STATUS  pending, waits until the webhook is enabled')
  })

  test('are shown as not tried before the first try', async () => {
    const id = await add()
    const { event } = await server.useCases.testWebhook.execute({ accountName: 'Acme', id })
    const { stdout } = await carillon(['webhooks', 'delivery', id, event, ...OF_ACME])
    expect(stdout).toContain('\nNo attempt has been made yet\n')
  })

  test('are replayed for one event, for a time span, or for the failures in a time span', async () => {
    const id = await add()
    await join('+12025550123', '+12025550124')
    const { posts } = server.webhookSender
    const [first] = posts
    const one = await carillon(['webhooks', 'replay', id, ...OF_ACME, '--event', first!.id])
    expect(one).toEqual({
      code: 0,
      stdout: `1 event is being sent to ${id}; event ids do not change\n`,
      stderr: '',
    })
    await server.deliver()
    expect(posts.slice(2)).toMatchObject([{ id: first!.id, body: first!.body }])
    const span = ['--from', '2026-03-01T12:00:00Z', '--to', '2026-03-01T12:00:01Z']
    const both = await carillon(['webhooks', 'replay', id, ...OF_ACME, ...span])
    expect(both.stdout).toBe(`2 events are being sent to ${id}; event ids do not change\n`)
    await server.deliver()
    expect(await json('replay', id, ...span, '--failed')).toEqual({ replayed: 0 })
  })

  test('are not replayed unless the options give either one event or a complete time span', async () => {
    const id = await add()
    for (const args of [
      [],
      ['--failed'],
      ['--from', '2026-03-01T12:00:00Z'],
      ['--event', 'evt_1', '--from', '2026-03-01T12:00:00Z', '--to', '2026-03-01T12:00:01Z'],
    ]) {
      const said = await carillon(['webhooks', 'replay', id, ...OF_ACME, ...args])
      expect(said).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('either --event, or --from and --to, is required'),
      })
    }
  })
})
