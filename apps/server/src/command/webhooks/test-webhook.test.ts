import { beforeEach, expect, test } from '@jest/globals'
import type { WebhookResponse } from '@carillon/core'
import { aWatchTime } from '../../testing/a-watch-time.js'
import { failureOf } from '../../testing/failure-of.js'
import { ADMIN_TOKEN } from '../../testing/service/a-server.js'
import { openWorkplace, type Workplace } from '../../testing/service/workplace.js'
import { openShell } from '../../testing/shell.js'
import { testWebhook } from './test-webhook.js'

let server: Workplace['server']
let id: string

beforeEach(async () => {
  ;({ server } = await openWorkplace())
  await server.useCases.applyAccount.execute({ declaration: { name: 'Acme' }, prune: false })
  const input = { accountName: 'Acme', url: 'https://hooks.acme.com/', events: ['message.sent'] } as const
  ;({ id } = (await server.useCases.addWebhook.execute(input)).endpoint)
})

const RESPONDED = { kind: 'answered', retryAfterMs: null, excerpt: '' } as const

type Options = {
  readonly response?: WebhookResponse
  readonly json?: boolean
  /** The number of polls after which a worker delivers the event; `Infinity` for never. */
  readonly workerAfter?: number
}

async function tested({ response, json = false, workerAfter = 1 }: Options = {}) {
  if (response !== undefined) server.webhookSender.nextAnswers.push(response)
  const { shell, said } = openShell({ env: { CARILLON_URL: server.url, CARILLON_ADMIN_TOKEN: ADMIN_TOKEN } })
  const time = aWatchTime((pauses) => (pauses === workerAfter ? server.deliver() : null))
  const error = await failureOf(testWebhook({ account: 'Acme', id, json }, shell, time))
  return { error, ...said(), waitedMs: time.nowMs() }
}

test('a successful delivery is printed with the response', async () => {
  const { error, stdout } = await tested({ response: { ...RESPONDED, status: 200, excerpt: 'Thanks' }, workerAfter: 3 })
  expect(error).toBeNull()
  expect(stdout).toMatch(/^evt_\w{26}: it responded with 200: Thanks, after 0 ms\n$/)
  expect(server.webhookSender.posts).toMatchObject([{ url: 'https://hooks.acme.com/' }])
  expect(JSON.parse(server.webhookSender.posts[0]!.body)).toMatchObject({ type: 'webhook.test' })
})

test('a failed delivery is an error, with the response and the time of the retry', async () => {
  const { error, stdout } = await tested({ response: { ...RESPONDED, status: 500, excerpt: 'Oops' } })
  expect(error).toMatch(
    /^evt_\w{26}: it responded with 500: Oops, after 0 ms\. The next attempt is at 2026-03-01 12:00:05 UTC$/,
  )
  expect(stdout).toBe('')
})

test('a 410 response disables the endpoint, and the error says so', async () => {
  const { error } = await tested({ response: { ...RESPONDED, status: 410 } })
  expect(error).toMatch(
    /^evt_\w{26}: it responded with 410, after 0 ms\. The next attempt is after the webhook is enabled$/,
  )
})

test('without a worker, the command fails after 30 seconds with a hint', async () => {
  const { error, waitedMs } = await tested({ workerAfter: Infinity })
  expect(waitedMs).toBe(30_000)
  expect(error).toMatch(/^evt_\w{26} was not sent within 30 s: check that a worker is running, .*; /)
  expect(error).toContain(`carillon webhooks delivery ${id} evt_`)
})

test('--json prints the delivery, successful or not', async () => {
  const well = await tested({ json: true })
  expect([well.error, JSON.parse(well.stdout)]).toMatchObject([
    null,
    { status: 'delivered', attempts: [{ number: 1 }] },
  ])
  const badly = await tested({ json: true, response: { ...RESPONDED, status: 500 } })
  expect([badly.error, JSON.parse(badly.stdout)]).toMatchObject([expect.any(String), { status: 'pending' }])
})
