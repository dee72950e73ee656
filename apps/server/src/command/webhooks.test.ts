import { beforeEach, describe, expect, test } from '@jest/globals'
import { openWorkplace, type Workplace } from '../testing/workplace.js'

let server: Workplace['server']
let carillon: Workplace['carillon']
let aFile: Workplace['aFile']

const OF_ACME = ['--account', 'Acme']
const URL_OF_OURS = 'https://hooks.acme.com/a'
const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
const ANSWER = { kind: 'answered', retryAfterMs: null, excerpt: '' } as const

beforeEach(async () => {
  ;({ server, carillon, aFile } = await openWorkplace())
  const acme = { name: 'Acme', numbers: [{ number: '+12025550110' }], groups: [{ name: 'VIP' }] }
  await carillon(['apply', await aFile('acme.json', JSON.stringify({ account: acme }))])
})

async function add(url = URL_OF_OURS, events = 'contacts.group.opted_in'): Promise<string> {
  const { stdout } = await carillon(['webhooks', 'add', url, ...OF_ACME, '--events', events])
  return stdout.split(':')[0]!
}

/** Somebody joins, which is an event. */
async function join(...numbers: readonly string[]): Promise<void> {
  const file = await aFile('people.csv', ['phoneNumber', ...numbers].join('\n'))
  expect((await carillon(['contacts', 'import', file, ...OF_ACME, '--group', 'VIP'])).code).toBe(0)
  await server.deliver()
}

async function json(...args: readonly string[]): Promise<unknown> {
  const { code, stdout } = await carillon(['webhooks', ...args, ...OF_ACME, '--json'])
  expect([args, code]).toEqual([args, 0])
  return JSON.parse(stdout)
}

/** Without the spaces that keep columns apart. */
const narrow = (table: string) => table.replace(/ {2,}/g, '  ').split('\n')

describe('webhooks', () => {
  test('of an account that has none are none', async () => {
    const said = await carillon(['webhooks', ...OF_ACME])
    const stdout = 'Acme has no webhook yet: carillon webhooks add makes one\n'
    expect(said).toEqual({ code: 0, stdout, stderr: '' })
  })

  test('are listed with what they hear, and how they are', async () => {
    const gone = await add('https://hooks.acme.com/gone')
    server.webhookSender.nextAnswers.push({ ...ANSWER, status: 410 })
    await join('+12025550123')
    const failing = await add('https://hooks.acme.com/failing')
    server.webhookSender.nextAnswers.push({ ...ANSWER, status: 500 })
    await join('+12025550124')
    const off = await add('https://hooks.acme.com/off', 'link.clicked,message.sent')
    await carillon(['webhooks', 'disable', off, ...OF_ACME])
    const on = await add()
    const { code, stdout, stderr } = await carillon(['webhooks', 'list', ...OF_ACME])
    expect([code, stderr]).toEqual([0, ''])
    expect(narrow(stdout)).toEqual([
      'ID  URL  EVENTS  STATE',
      `${gone}  https://hooks.acme.com/gone  contacts.group.opted_in  disabled since it answered 410`,
      `${failing}  https://hooks.acme.com/failing  contacts.group.opted_in  enabled, but failing since 2026-03-01T12:00:00.000Z`,
      `${off}  https://hooks.acme.com/off  link.clicked, message.sent  disabled by an operator`,
      `${on}  https://hooks.acme.com/a  contacts.group.opted_in  enabled`,
      '',
    ])
    expect((await carillon(['webhooks', ...OF_ACME])).stdout).toBe(stdout)
    expect(await json('list')).toMatchObject([{ id: gone }, { id: failing }, { id: off }, { id: on, enabled: true }])
  })

  test('ask for the account, and know no other word', async () => {
    expect((await carillon(['webhooks'])).stderr).toContain("required option '--account <name>' not specified")
    expect((await carillon(['webhooks', 'lost', ...OF_ACME])).code).toBe(1)
    const nobody = await carillon(['webhooks', '--account', 'Nobody'])
    expect(nobody).toEqual({ code: 1, stdout: '', stderr: 'carillon: No account is named "Nobody"\n' })
  })
})

describe('a webhook', () => {
  test('is added with a secret that is shown once', async () => {
    const types = ['--events', 'message.sent, link.clicked', '--events', 'message.failed']
    const { code, stdout, stderr } = await carillon(['webhooks', 'add', URL_OF_OURS, ...OF_ACME, ...types])
    expect(code).toBe(0)
    const [, id, secret] = /^(whk_\w{26}): (whsec_\S+)\n$/.exec(stdout)!
    expect(stderr).toBe('The secret is shown this once: whoever receives checks the signatures by it\n')
    const shown = (await carillon(['webhooks', 'show', id!, ...OF_ACME])).stdout
    expect(narrow(shown)).toEqual([
      `ID  ${id}`,
      `URL  ${URL_OF_OURS}`,
      'STATE  enabled',
      'CREATED  2026-03-01T12:00:00.000Z',
      'EVENTS  link.clicked',
      '  message.failed',
      '  message.sent',
      '',
    ])
    const found = await json('show', id!)
    expect(found).toMatchObject({ id, url: URL_OF_OURS, events: ['link.clicked', 'message.failed', 'message.sent'] })
    expect(shown + JSON.stringify(found)).not.toContain(secret)
  })

  test('is told to a machine with its secret', async () => {
    const added = await json('add', URL_OF_OURS, '--events', 'message.sent')
    expect(added).toMatchObject({ url: URL_OF_OURS, secret: expect.stringMatching(/^whsec_/) })
  })

  test('takes a secret from the standard input, which is not shown, and signs with it', async () => {
    const args = ['webhooks', 'add', URL_OF_OURS, ...OF_ACME, '--events', 'contacts.group.opted_in', '--secret-stdin']
    const { stdout, stderr } = await carillon(args, { stdin: `${SECRET}\n` })
    expect([stdout, stderr]).toEqual([expect.stringMatching(/^whk_\w{26}\n$/), ''])
    await join('+12025550123')
    expect(server.webhookSender.posts).toMatchObject([{ secrets: [SECRET] }])

    const other = args.map((arg) => (arg === URL_OF_OURS ? 'https://hooks.acme.com/b' : arg))
    const asJson = (await carillon([...other, '--json'], { stdin: SECRET })).stdout
    expect(JSON.parse(asJson)).not.toHaveProperty('secret')
    const none = await carillon(args)
    expect(none).toMatchObject({ code: 1, stderr: 'carillon: No secret came from the standard input\n' })
    const bad = await carillon(args, { stdin: 'hunter2' })
    expect(bad).toMatchObject({ code: 1, stderr: expect.stringContaining('secret') })
    expect(bad.stderr).not.toContain('hunter2')
  })

  test('is refused for what it cannot be', async () => {
    const unheard = await carillon(['webhooks', 'add', URL_OF_OURS, ...OF_ACME, '--events', 'message.lost'])
    expect(unheard).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('events') })
    await add()
    const again = await carillon(['webhooks', 'add', URL_OF_OURS, ...OF_ACME, '--events', 'message.sent'])
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('has this URL already') })
  })

  test('is changed in what is named', async () => {
    const id = await add()
    const moved = await carillon(['webhooks', 'change', id, ...OF_ACME, '--url', 'https://hooks.acme.com/b'])
    expect(moved).toEqual({ code: 0, stdout: `${id} is changed\n`, stderr: '' })
    const changed = await json('change', id, '--events', 'link.clicked')
    expect(changed).toMatchObject({ id, url: 'https://hooks.acme.com/b', events: ['link.clicked'] })
    const nothing = await carillon(['webhooks', 'change', id, ...OF_ACME])
    expect(nothing).toMatchObject({ code: 1, stderr: expect.stringContaining('say what to change') })
  })

  test('that is disabled waits, and goes on once it is enabled', async () => {
    const id = await add()
    server.webhookSender.nextAnswers.push({ ...ANSWER, status: 500 })
    await join('+12025550123')
    const disabled = await carillon(['webhooks', 'disable', id, ...OF_ACME])
    expect(disabled.stdout).toBe(`${id} is disabled: what waits for it goes on waiting\n`)
    const enabled = await carillon(['webhooks', 'enable', id, ...OF_ACME])
    expect(enabled.stdout).toBe(`${id} is enabled: what has waited for it goes out\n`)
    expect(await json('show', id)).toMatchObject({ enabled: true })
  })

  test('gets another secret, beside which the one before it signs for as long as is said', async () => {
    const id = await add()
    const rotated = await carillon(['webhooks', 'rotate', id, ...OF_ACME])
    expect(rotated.stdout).toMatch(/^whk_\w{26}: whsec_\S+\n$/)
    expect(rotated.stderr).toMatch(/\nThe secret before it signs too until 2026-03-02T12:00:00.000Z\n$/)
    const shown = narrow((await carillon(['webhooks', 'show', id, ...OF_ACME])).stdout)
    expect(shown).toContain('OLD SECRET  signs too until 2026-03-02T12:00:00.000Z')
    const shortly = await json('rotate', id, '--previous-valid-hours', '1')
    expect(shortly).toMatchObject({ id, previousSecretValidUntil: '2026-03-01T13:00:00.000Z' })
    const args = ['webhooks', 'rotate', id, ...OF_ACME, '--previous-valid-hours', '0', '--secret-stdin']
    const atOnce = await carillon(args, { stdin: SECRET })
    expect(atOnce).toEqual({ code: 0, stdout: `${id}\n`, stderr: 'The secret before it no longer signs\n' })
    await join('+12025550123')
    expect(server.webhookSender.posts).toMatchObject([{ secrets: [SECRET] }])
  })

  test('is removed', async () => {
    const id = await add()
    const removed = await carillon(['webhooks', 'remove', id, ...OF_ACME])
    expect(removed).toEqual({ code: 0, stdout: `${id} is removed\n`, stderr: '' })
    const again = await carillon(['webhooks', 'remove', id, ...OF_ACME])
    expect(again.stderr).toBe('carillon: No webhook endpoint of this account has this id\n')
  })
})

describe('deliveries', () => {
  test('are listed with what came of the last try, and by what they are', async () => {
    const id = await add()
    const none = await carillon(['webhooks', 'deliveries', id, ...OF_ACME])
    expect(none).toEqual({ code: 0, stdout: 'There is no such delivery\n', stderr: '' })
    const unreachable = { kind: 'unanswered', reason: 'unreachable', message: 'connect ECONNREFUSED' } as const
    server.webhookSender.nextAnswers.push({ ...ANSWER, status: 500, excerpt: '\u001b[2J<h1>\nOops' }, unreachable)
    await join('+12025550123', '+12025550124', '+12025550125')
    const { stdout, stderr } = await carillon(['webhooks', 'deliveries', id, ...OF_ACME])
    expect(stderr).toBe('')
    const lines = narrow(stdout.replace(/evt_\w{26}/g, 'evt').replace(/12:00:05\.\d{3}/g, '12:00:05'))
    expect(lines.sort()).toEqual([
      '',
      'EVENT  TYPE  STATUS  TRIES  NEXT  LAST ANSWER',
      'evt  contacts.group.opted_in  delivered  1  -  it answered 204',
      'evt  contacts.group.opted_in  pending  1  2026-03-01T12:00:05Z  connect ECONNREFUSED',
      'evt  contacts.group.opted_in  pending  1  2026-03-01T12:00:05Z  it answered 500: [2J<h1> Oops',
    ])
    expect(await json('deliveries', id, '--status', 'delivered')).toMatchObject([
      { status: 'delivered', attemptCount: 1 },
    ])
    expect(await json('deliveries', id, '--type', 'webhook.test')).toEqual([])
    const lost = await carillon(['webhooks', 'deliveries', id, ...OF_ACME, '--status', 'lost'])
    expect(lost).toMatchObject({ code: 1, stderr: expect.stringContaining('pending') })
  })

  test('are listed page by page, and how many there are is told', async () => {
    const id = await add()
    await join(...Array.from({ length: 51 }, (_, n) => `+120255501${n + 10}`))
    const first = await carillon(['webhooks', 'deliveries', id, ...OF_ACME])
    expect(first.stdout.trimEnd().split('\n')).toHaveLength(51)
    expect(first.stderr).toBe('Page 1 of 2, 51 deliveries in all\n')
    const second = await carillon(['webhooks', 'deliveries', id, ...OF_ACME, '--page', '2'])
    expect(second.stdout.trimEnd().split('\n')).toHaveLength(2)
    const third = await carillon(['webhooks', 'deliveries', id, ...OF_ACME, '--page', '3'])
    expect(third.stdout).toBe('There is no such page\n')
    expect((await carillon(['webhooks', 'deliveries', id, ...OF_ACME, '--page', '0'])).code).toBe(1)
  })

  test('are shown one by one, with each try and the payload', async () => {
    const id = await add()
    server.webhookSender.nextAnswers.push({ ...ANSWER, status: 503, excerpt: 'Later' })
    await join('+12025550123')
    const eventId = server.webhookSender.posts[0]!.id
    const { stdout } = await carillon(['webhooks', 'delivery', id, eventId, ...OF_ACME])
    expect(narrow(stdout).slice(0, 8)).toEqual([
      `EVENT  ${eventId}`,
      'TYPE  contacts.group.opted_in',
      expect.stringMatching(/^STATUS {2}pending, due at 2026-03-01T12:00:05\.\d{3}Z$/),
      'HAPPENED  2026-03-01T12:00:00.000Z',
      '',
      'TRY  AT  TOOK  ANSWER',
      '1  2026-03-01T12:00:00.000Z  0 ms  it answered 503: Later',
      '',
    ])
    expect(JSON.parse(stdout.slice(stdout.indexOf('{')))).toEqual(JSON.parse(server.webhookSender.posts[0]!.body))
    expect(await json('delivery', id, eventId)).toMatchObject({ eventId, attempts: [{ status: 503 }] })
    const lost = await carillon(['webhooks', 'delivery', id, 'evt_1', ...OF_ACME])
    expect(lost).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('never') })
  })

  test('that wait for a disabled webhook say so', async () => {
    const id = await add()
    server.webhookSender.nextAnswers.push({ ...ANSWER, status: 500 })
    await join('+12025550123')
    await carillon(['webhooks', 'disable', id, ...OF_ACME])
    const eventId = server.webhookSender.posts[0]!.id
    const list = narrow((await carillon(['webhooks', 'deliveries', id, ...OF_ACME])).stdout)
    expect(list[1]).toBe(
      `${eventId}  contacts.group.opted_in  pending  1  once the webhook is enabled  it answered 500`,
    )
    const { stdout } = await carillon(['webhooks', 'delivery', id, eventId, ...OF_ACME])
    expect(narrow(stdout)).toContain('STATUS  pending, waits until the webhook is enabled')
  })

  test('that were not tried say so', async () => {
    const id = await add()
    const { event } = await server.useCases.testWebhook.execute({ accountName: 'Acme', id })
    const { stdout } = await carillon(['webhooks', 'delivery', id, event, ...OF_ACME])
    expect(stdout).toContain('\nIt was not tried so far\n')
  })

  test('are made again, of one event, of a span of time, or of what has failed in it', async () => {
    const id = await add()
    await join('+12025550123', '+12025550124')
    const { posts } = server.webhookSender
    const [first] = posts
    const one = await carillon(['webhooks', 'replay', id, ...OF_ACME, '--event', first!.id])
    expect(one).toEqual({ code: 0, stdout: `1 event goes out to ${id}, under the same ids as before\n`, stderr: '' })
    await server.deliver()
    expect(posts.slice(2)).toMatchObject([{ id: first!.id, body: first!.body }])
    const span = ['--from', '2026-03-01T12:00:00Z', '--to', '2026-03-01T12:00:01Z']
    const both = await carillon(['webhooks', 'replay', id, ...OF_ACME, ...span])
    expect(both.stdout).toBe(`2 events go out to ${id}, under the same ids as before\n`)
    await server.deliver()
    expect(await json('replay', id, ...span, '--failed')).toEqual({ replayed: 0 })
  })

  test('are made again only for what is named in full', async () => {
    const id = await add()
    for (const args of [
      [],
      ['--failed'],
      ['--from', '2026-03-01T12:00:00Z'],
      ['--event', 'evt_1', '--from', '2026-03-01T12:00:00Z', '--to', '2026-03-01T12:00:01Z'],
    ]) {
      const said = await carillon(['webhooks', 'replay', id, ...OF_ACME, ...args])
      expect(said).toMatchObject({ code: 1, stderr: expect.stringContaining('say which events') })
    }
  })
})
