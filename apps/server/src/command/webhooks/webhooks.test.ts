import { beforeEach, describe, expect, test } from '@jest/globals'
import { narrow } from '../../testing/narrow.js'
import {
  RESPONSE,
  OF_ACME,
  openWebhooks,
  URL_OF_OURS,
  type WebhooksOfAcme,
} from '../../testing/webhooks/webhooks-of-acme.js'

let server: WebhooksOfAcme['server']
let carillon: WebhooksOfAcme['carillon']
let add: WebhooksOfAcme['add']
let join: WebhooksOfAcme['join']
let json: WebhooksOfAcme['json']

const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`

beforeEach(async () => {
  ;({ server, carillon, add, join, json } = await openWebhooks())
})

describe('webhooks', () => {
  test('are reported as missing, with a hint, if the account has none', async () => {
    const said = await carillon(['webhooks', ...OF_ACME])
    const stdout = 'Acme has no webhook yet: carillon webhooks add creates one\n'
    expect(said).toEqual({ code: 0, stdout, stderr: '' })
  })

  test('are listed with their event types and state', async () => {
    const gone = await add('https://hooks.acme.com/gone')
    server.webhookSender.nextAnswers.push({ ...RESPONSE, status: 410 })
    await join('+12025550123')
    const failing = await add('https://hooks.acme.com/failing')
    server.webhookSender.nextAnswers.push({ ...RESPONSE, status: 500 })
    await join('+12025550124')
    const off = await add('https://hooks.acme.com/off', 'link.clicked,message.sent')
    await carillon(['webhooks', 'disable', off, ...OF_ACME])
    const on = await add()
    const { code, stdout, stderr } = await carillon(['webhooks', 'list', ...OF_ACME])
    expect([code, stderr]).toEqual([0, ''])
    expect(narrow(stdout)).toEqual([
      'ID  URL  EVENTS  STATE',
      `${gone}  https://hooks.acme.com/gone  contacts.group.opted_in  disabled because it responded with 410`,
      `${failing}  https://hooks.acme.com/failing  contacts.group.opted_in  enabled, but failing since 2026-03-01 12:00:00 UTC`,
      `${off}  https://hooks.acme.com/off  link.clicked, message.sent  disabled by an operator`,
      `${on}  https://hooks.acme.com/a  contacts.group.opted_in  enabled`,
      '',
    ])
    expect((await carillon(['webhooks', ...OF_ACME])).stdout).toBe(stdout)
    expect(await json('list')).toMatchObject([{ id: gone }, { id: failing }, { id: off }, { id: on, enabled: true }])
  })

  test('require the account, and reject unknown subcommands', async () => {
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
    expect(stderr).toBe('The secret is shown only once: the receiver verifies signatures with it\n')
    const shown = (await carillon(['webhooks', 'show', id!, ...OF_ACME])).stdout
    expect(narrow(shown)).toEqual([
      `ID  ${id}`,
      `URL  ${URL_OF_OURS}`,
      'STATE  enabled',
      'CREATED  2026-03-01 12:00:00 UTC',
      'EVENTS  link.clicked',
      '  message.failed',
      '  message.sent',
      '',
    ])
    const found = await json('show', id!)
    expect(found).toMatchObject({ id, url: URL_OF_OURS, events: ['link.clicked', 'message.failed', 'message.sent'] })
    expect(shown + JSON.stringify(found)).not.toContain(secret)
  })

  test('is printed as JSON with its secret', async () => {
    const added = await json('add', URL_OF_OURS, '--events', 'message.sent')
    expect(added).toMatchObject({ url: URL_OF_OURS, secret: expect.stringMatching(/^whsec_/) })
  })

  test('can get its secret from standard input; the secret is not printed, and signs the posts', async () => {
    const args = ['webhooks', 'add', URL_OF_OURS, ...OF_ACME, '--events', 'contacts.group.opted_in', '--secret-stdin']
    const { stdout, stderr } = await carillon(args, { stdin: `${SECRET}\n` })
    expect([stdout, stderr]).toEqual([expect.stringMatching(/^whk_\w{26}\n$/), ''])
    await join('+12025550123')
    expect(server.webhookSender.posts).toMatchObject([{ secrets: [SECRET] }])

    const other = args.map((arg) => (arg === URL_OF_OURS ? 'https://hooks.acme.com/b' : arg))
    const asJson = (await carillon([...other, '--json'], { stdin: SECRET })).stdout
    expect(JSON.parse(asJson)).not.toHaveProperty('secret')
    const none = await carillon(args)
    expect(none).toMatchObject({ code: 1, stderr: 'carillon: Standard input has no secret\n' })
    const bad = await carillon(args, { stdin: 'hunter2' })
    expect(bad).toMatchObject({ code: 1, stderr: expect.stringContaining('secret') })
    expect(bad.stderr).not.toContain('hunter2')
  })

  test('is refused if an event type is unknown or the URL is taken', async () => {
    const unknownEvent = await carillon(['webhooks', 'add', URL_OF_OURS, ...OF_ACME, '--events', 'message.lost'])
    expect(unknownEvent).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('events') })
    await add()
    const again = await carillon(['webhooks', 'add', URL_OF_OURS, ...OF_ACME, '--events', 'message.sent'])
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('already has this URL') })
  })

  test('keeps its other properties if only one is changed', async () => {
    const id = await add()
    const moved = await carillon(['webhooks', 'change', id, ...OF_ACME, '--url', 'https://hooks.acme.com/b'])
    expect(moved).toEqual({ code: 0, stdout: `${id} is changed\n`, stderr: '' })
    const changed = await json('change', id, '--events', 'link.clicked')
    expect(changed).toMatchObject({ id, url: 'https://hooks.acme.com/b', events: ['link.clicked'] })
    const nothing = await carillon(['webhooks', 'change', id, ...OF_ACME])
    expect(nothing).toMatchObject({ code: 1, stderr: expect.stringContaining('--url, --events or both are required') })
  })

  test('can be disabled and enabled', async () => {
    const id = await add()
    server.webhookSender.nextAnswers.push({ ...RESPONSE, status: 500 })
    await join('+12025550123')
    const disabled = await carillon(['webhooks', 'disable', id, ...OF_ACME])
    expect(disabled.stdout).toBe(`${id} is disabled: its pending events wait until it is enabled\n`)
    const enabled = await carillon(['webhooks', 'enable', id, ...OF_ACME])
    expect(enabled.stdout).toBe(`${id} is enabled: its waiting events are being sent\n`)
    expect(await json('show', id)).toMatchObject({ enabled: true })
  })

  test('gets a new secret, and the previous secret also signs for the given time', async () => {
    const id = await add()
    const rotated = await carillon(['webhooks', 'rotate', id, ...OF_ACME])
    expect(rotated.stdout).toMatch(/^whk_\w{26}: whsec_\S+\n$/)
    expect(rotated.stderr).toMatch(/\nThe previous secret also signs until 2026-03-02 12:00:00 UTC\n$/)
    const shown = narrow((await carillon(['webhooks', 'show', id, ...OF_ACME])).stdout)
    expect(shown).toContain('OLD SECRET  also signs until 2026-03-02 12:00:00 UTC')
    const shortly = await json('rotate', id, '--previous-valid-hours', '1')
    expect(shortly).toMatchObject({ id, previousSecretValidUntil: '2026-03-01T13:00:00.000Z' })
    const args = ['webhooks', 'rotate', id, ...OF_ACME, '--previous-valid-hours', '0', '--secret-stdin']
    const atOnce = await carillon(args, { stdin: SECRET })
    expect(atOnce).toEqual({ code: 0, stdout: `${id}\n`, stderr: 'The previous secret no longer signs\n' })
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
