import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { ANN } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import express, { type RequestHandler } from 'express'
import { OURS, simOf } from '../testing/sim.js'

const TEXT = { from: ANN, to: OURS, body: 'Grüße' }
const ANY = { type: () => true }

test.each<[string, RequestHandler]>([
  ['json', express.json()],
  ['text', express.text(ANY)],
  ['raw', express.raw(ANY)],
])('behind express.%s the simulator uses the body that was already read', async (_name, before) => {
  const { call, inbound } = await simOf(inMemory(), { before })
  expect(await call('POST', '/inbound', TEXT)).toMatchObject({ status: 200 })
  expect(inbound).toMatchObject([TEXT])
})

test.each<[string, RequestHandler]>([
  ['text', express.text({ ...ANY, limit: '1mb' })],
  ['raw', express.raw({ ...ANY, limit: '1mb' })],
])('behind express.%s the simulator still refuses a body that is invalid or too long', async (_name, before) => {
  const { call } = await simOf(inMemory(), { before })
  expect(await call('POST', '/inbound', '{')).toMatchObject({
    status: 400,
    body: { message: 'The body is not valid JSON' },
  })
  const long = { ...TEXT, body: 'x'.repeat(300_000) }
  expect(await call('POST', '/inbound', long)).toMatchObject({
    status: 413,
    body: { message: 'The body is longer than 262144 bytes' },
  })
})

test('a body that the host has consumed is an error of the host', async () => {
  const { call } = await simOf(inMemory(), { before: (req, _res, next) => void req.resume().once('end', next) })
  expect(await call('POST', '/inbound', TEXT)).toEqual({ status: 500, body: { passedOn: 'error' } })
})

test('a body that arrives steadily is refused when its time is over, and the connection is closed', async () => {
  const { url, inbound } = await simOf(inMemory(), { bodyMs: 50 })
  const headers = { 'content-type': 'application/json', 'content-length': 1_000, connection: 'keep-alive' }
  const sent = request(`${url}/inbound`, { method: 'POST', agent: false, headers }).on('error', () => {})
  const closed = once(sent, 'close')
  const sending = setInterval(() => sent.write(' '), 5)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const text = Buffer.concat(await response.toArray()).toString()
  clearInterval(sending)
  expect([response.statusCode, response.headers.connection]).toEqual([408, 'close'])
  expect(JSON.parse(text)).toMatchObject({
    code: 33408,
    message: expect.stringMatching(
      /^The body arrives too slowly: \d+ of 1000 bytes arrived in 0.05 s, but all of it must arrive within 0.05 s$/,
    ),
  })
  await closed
  expect(inbound).toEqual([])
})
