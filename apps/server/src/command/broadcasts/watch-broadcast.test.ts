import { afterEach, describe, expect, test } from '@jest/globals'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { freeAddress, listen, urlOf } from '../../listening/listening.js'
import { aWatchTime } from '../../testing/a-watch-time.js'
import { failureOf } from '../../testing/failure-of.js'
import { ACME, openWorkplace } from '../../testing/service/workplace.js'
import { openShell } from '../../testing/shell.js'
import type { WatchedBroadcast } from './broadcast-progress.js'
import { watchBroadcast } from './watch-broadcast.js'

const closings: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closings.splice(0)) await close()
})

const SENDING: WatchedBroadcast = {
  id: 'brc_01kjmma2g0007vq7wrdymx37zc',
  account: { id: 'acc_1', name: 'Acme' },
  from: '+12025550110',
  totalRecipients: 1_000,
  status: 'sending',
  counts: { queued: 1_000, sent: 0, failed: 0, delivered: 0 },
  createdAt: '2026-03-01T12:00:00.000Z',
  startedAt: '2026-03-01T12:00:01.000Z',
}

function sent(count: number, rest: Partial<WatchedBroadcast> = {}): WatchedBroadcast {
  return { ...SENDING, counts: { queued: 1_000 - count, sent: count, failed: 0, delivered: 0 }, ...rest }
}

const ENDED = { status: 'completed', completedAt: '2026-03-01T12:01:21.000Z' } as const
const COMPLETED = sent(1_000, ENDED)
const SUMMARY = `${SENDING.id} is completed: 1000 sent, 0 failed, 0 delivered so far, in 1 min 20 s\n`

type PollResponse = WatchedBroadcast | 'unavailable' | 'broken' | 'cut off'

type Options = { json?: boolean; isTTY?: boolean; onPause?: (pauses: number) => void; interrupted?: AbortSignal }

/** Watches a server that sends these responses, one for each poll. Time passes only while the command waits. */
async function watch(responses: readonly PollResponse[], { json = false, onPause, ...options }: Options = {}) {
  const address = await freeAddress({ host: '127.0.0.1', port: 0 })
  const left = [...responses]
  const server = await listen((req, res) => respond(left.length > 1 ? left.shift()! : left[0]!, req, res), address)
  closings.push(() => server.stop({ graceMs: 0 }))
  const env = { CARILLON_URL: urlOf(address), CARILLON_ADMIN_TOKEN: 't' }
  const { shell, said } = openShell({ env, ...options })
  const time = aWatchTime(onPause)
  const error = await failureOf(watchBroadcast({ id: SENDING.id, json }, shell, time))
  return { error, ...said(), waitedMs: time.nowMs() }
}

function respond(response: PollResponse, req: IncomingMessage, res: ServerResponse): void {
  if (response === 'cut off') return void req.socket.destroy()
  const { status, body } = typeof response === 'string' ? PROBLEMS[response] : { status: 200, body: response }
  res.writeHead(status, { 'content-type': 'application/json' })
  res.end(JSON.stringify(body))
}

const PROBLEMS = {
  unavailable: { status: 503, body: { code: 33503, message: 'The service cannot reach what it needs' } },
  broken: { status: 500, body: { code: 33500, message: 'Something went wrong' } },
}

describe('broadcast watch', () => {
  test('writes a line to a log every ten percent or five seconds, and prints a summary', async () => {
    const slowly = [150, 151, 152, 153, 154, 155, 156, 157, 158, 159, 160].map((count) => sent(count))
    const { error, stdout, stderr } = await watch([sent(0), sent(50), ...slowly, COMPLETED])
    expect([error, stdout]).toEqual([null, SUMMARY])
    expect(stderr).toBe(
      [
        '0% | time left unknown | 1000 queued, 0 sent, 0 failed, 0 delivered',
        '15% | 150/s, 6 s left | 850 queued, 150 sent, 0 failed, 0 delivered',
        '15% | 32/s, 27 s left | 842 queued, 158 sent, 0 failed, 0 delivered',
        '100% | 0 queued, 1000 sent, 0 failed, 0 delivered',
        '',
      ].join('\n'),
    )
  })

  test('shows a bar with rate, time left and counts on a terminal', async () => {
    const { error, stdout, stderr } = await watch([sent(0), sent(250), COMPLETED], { isTTY: true })
    expect([error, stdout]).toEqual([null, SUMMARY])
    expect(stderr).toMatch(/░+ 0% \| time left unknown \| 1000 queued, 0 sent/)
    expect(stderr).toMatch(/█ 100% \| 0 queued, 1000 sent, 0 failed, 0 delivered/)
  })

  test('--json prints one JSON object for each change, and nothing else', async () => {
    const { error, stdout, stderr } = await watch([sent(0), sent(0), sent(250), COMPLETED], { json: true })
    expect([error, stderr]).toEqual([null, ''])
    const lines = stdout.trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      { ...sent(0), perSecond: null, secondsLeft: null },
      { ...sent(250), perSecond: 250, secondsLeft: 3 },
      { ...COMPLETED, perSecond: 667, secondsLeft: 0 },
    ])
  })

  test('shows the time left at once if the sender has a rate', async () => {
    const { stderr } = await watch([sent(0, { messagesPerSecond: 2 }), COMPLETED])
    expect(stderr).toContain('0% | 8 min 20 s left | 1000 queued')
    const long = await watch([sent(0, { messagesPerSecond: 2, partsPerMessage: 3 }), COMPLETED])
    expect(long.stderr).toContain('0% | 25 min left | 1000 queued')
  })

  test('succeeds for a canceled broadcast once none of its messages is in flight', async () => {
    const counts = { queued: 5, sent: 95, failed: 0, delivered: 90 }
    const canceled = { ...SENDING, status: 'canceled', counts } as const
    const over = { ...canceled, counts: { ...counts, queued: 0, failed: 5 }, completedAt: '2026-03-01T12:00:03.000Z' }
    const { error, stdout } = await watch([canceled, over])
    const summary = '95 sent, 5 failed, 90 delivered so far, 900 not started, in 2 s'
    expect([error, stdout]).toEqual([null, `${SENDING.id} is canceled: ${summary}\n`])
  })

  test('fails for a broadcast of which no message was sent', async () => {
    const counts = { queued: 0, sent: 0, failed: 1_000, delivered: 0 }
    const { error, stdout } = await watch([{ ...SENDING, ...ENDED, status: 'failed', counts }])
    expect(stdout).toBe(`${SENDING.id} is failed: 0 sent, 1000 failed, 0 delivered so far, in 1 min 20 s\n`)
    expect(error).toMatch(/^None of the messages was sent\. To see the reason/)
  })

  test('ends at once for a broadcast without recipients', async () => {
    const counts = { queued: 0, sent: 0, failed: 0, delivered: 0 }
    const { startedAt: _, ...empty } = { ...SENDING, ...ENDED, totalRecipients: 0, counts }
    const { error, stdout, waitedMs } = await watch([empty], { isTTY: true })
    const summary = `${SENDING.id} is completed: 0 sent, 0 failed, 0 delivered so far\n`
    expect([error, stdout, waitedMs]).toEqual([null, summary, 0])
  })
})

describe('a server that is unavailable', () => {
  test.each([['cut off'], ['unavailable']] as const)('is polled until it recovers, with one hint: %s', async (away) => {
    const { error, stdout, stderr } = await watch([sent(500), away, away, away, COMPLETED])
    expect([error, stdout]).toEqual([null, SUMMARY])
    expect(stderr.match(/Trying again for 2 min$/gm)).toHaveLength(1)
  })

  test('is polled for two minutes at most', async () => {
    const { error, waitedMs } = await watch([sent(500), 'unavailable'])
    expect(error).toBe('The service cannot reach what it needs')
    expect(waitedMs).toBe(500 + 120_000)
  })

  test('is distinguished from a server that reports an error, which is printed at once', async () => {
    const { error, waitedMs } = await watch([sent(500), 'broken', COMPLETED])
    expect(error).toBe('Something went wrong')
    expect(waitedMs).toBe(500)
  })

  test('is not polled again if it has never responded', async () => {
    const { error, waitedMs } = await watch(['cut off', COMPLETED])
    expect(error).toMatch(/^No Carillon server at/)
    expect(waitedMs).toBe(0)
  })
})

test('if nothing goes out for a minute, a hint is printed once, and watching continues', async () => {
  const still = Array.from({ length: 125 }, () => sent(500))
  const { error, stderr } = await watch([...still, COMPLETED])
  expect(error).toBeNull()
  expect(stderr.match(/Nothing was sent for 1 min: .* carillon jobs dead --account "Acme"/g)).toHaveLength(1)
})

test('Ctrl-C stops watching, and the message says that the broadcast continues', async () => {
  const interruption = new AbortController()
  const onPause = (pauses: number) => pauses === 3 && interruption.abort()
  const { error, stdout } = await watch([sent(500)], { isTTY: true, onPause, interrupted: interruption.signal })
  expect([error, stdout]).toEqual([`Interrupted. ${SENDING.id} is still running: watch it again at any time`, ''])
})

describe('with a real server', () => {
  test('a batch is found by its id, and an unknown id is an error', async () => {
    const { server, carillon, aFile, enrol } = await openWorkplace()
    await carillon(['apply', await aFile('acme.yaml', ACME)])
    await enrol(['+12025550123'])
    const recipients = [{ to: '+12025550123', body: 'Hi' }]
    const response = await fetch(`${server.url}/api/v1/messaging/batch`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa('key_given:a-secret-of-our-own')}`, 'content-type': 'application/json' },
      body: JSON.stringify({ from: '+12025550110', recipients }),
    })
    const { id } = (await response.json()) as { id: string }
    await server.useCases.runDueJobs.execute({ lane: 'bulk', jobsMax: 1, onFailure: () => {} })
    expect(await carillon(['broadcast', 'watch', id])).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^bat_\w+ is completed: 1 sent, 0 failed, 0 delivered so far, in \d+ s\n$/),
      stderr: '100% | 0 queued, 1 sent, 0 failed, 0 delivered\n',
    })
    expect(await carillon(['broadcast', 'watch', 'brc_1'])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'carillon: No broadcast or batch has this id\n',
    })
  })
})
