import { once } from 'node:events'
import { request } from 'node:http'
import { afterEach, expect, test } from '@jest/globals'
import express from 'express'
import type { HttpError } from '../api/problem.js'
import { listen } from '../testing/test-api.js'
import type { ArrivalTimeouts } from './arrival.js'
import { allowBodyMs } from '../api/body-time.js'
import { readBytes } from './body.js'

const BODY = '{"a":1}'
const closing: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** Opens a server that returns 200 if the body arrives in time. */
async function open(timeouts: ArrivalTimeouts | null, bodyMs?: number) {
  const reading: (() => void)[] = []
  const app = express().post('/', async (req, res) => {
    if (bodyMs !== undefined) allowBodyMs(req, bodyMs)
    const arrival = readBytes(req, ['application/json'], { lengthMax: 1_000, ...(timeouts && { timeouts }) })
    reading.shift()?.()
    const { status, headers, text } = await arrival.then(
      (bytes) => ({ status: 200, headers: {}, text: bytes.toString() }),
      ({ headers, message }: HttpError) => ({ status: 408, headers, text: message }),
    )
    res.status(status).set(headers).end(text)
  })
  const { url, close } = await listen(app)
  closing.push(close)
  return {
    /** Sends the given bytes of the body, and waits until the server reads it. */
    begin: async (bytes: string) => {
      const isRead = new Promise<void>((resolve) => reading.push(resolve))
      const headers = {
        'content-type': 'application/json',
        'content-length': BODY.length,
        connection: 'keep-alive',
      }
      const sent = request(url, { method: 'POST', agent: false, headers })
      const received = once(sent, 'response').then(async ([response]) => ({
        status: response.statusCode as number,
        headers: response.headers as Record<string, string>,
        text: Buffer.concat(await response.toArray()).toString(),
      }))
      sent.on('error', () => {})
      if (bytes === '') sent.flushHeaders()
      else sent.write(bytes)
      await isRead
      return { sent, received }
    },
  }
}

test('a body that stalls is refused, and the connection is closed', async () => {
  const { begin } = await open({ restMs: 10, bytesPerSecond: 1_000_000 })
  const { sent, received } = await begin('{')
  const closed = once(sent, 'close')
  expect(await received).toMatchObject({
    status: 408,
    headers: { connection: 'close' },
    text: 'The body arrives too slowly: 1 of 7 bytes arrived in 0.01 s, but all of it must arrive within 0.01 s, plus 1 s for each 1000000 bytes, and within 60 s in all',
  })
  await closed
})

test('received bytes extend the time for the rest', async () => {
  const { begin } = await open({ restMs: 10, bytesPerSecond: 0.1 })
  const early = await begin(BODY.slice(0, 6))
  const late = await begin('')
  expect((await late.received).status).toBe(408)
  early.sent.end(BODY.slice(6))
  expect(await early.received).toMatchObject({ status: 200, text: BODY })
})

test('a complete body is processed at once', async () => {
  const { begin } = await open({ restMs: 60_000, bytesPerSecond: 1 })
  const { sent, received } = await begin('{')
  sent.end(BODY.slice(1))
  expect(await received).toMatchObject({ status: 200, text: BODY })
})

test('received bytes do not extend the time beyond that of every body', async () => {
  const { begin } = await open({ restMs: 10, bytesPerSecond: 0.1 }, 20)
  const { received } = await begin(BODY.slice(0, 6))
  expect(await received).toMatchObject({
    status: 408,
    text: 'The body arrives too slowly: 6 of 7 bytes arrived in 0.02 s, but all of it must arrive within 0.01 s, plus 1 s for each 0.1 bytes, and within 0.02 s in all',
  })
})

test('a body without special timeouts has only a time in all', async () => {
  const { begin } = await open(null, 20)
  const { received } = await begin('{')
  expect(await received).toMatchObject({
    status: 408,
    headers: { connection: 'close' },
    text: 'The body arrives too slowly: 1 of 7 bytes arrived in 0.02 s, but all of it must arrive within 0.02 s',
  })
})
