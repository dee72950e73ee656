import type { AddressInfo } from 'node:net'
import { parsePhoneNumber, type Clock, type Ids, type InboundText, type Receipt, type Timer } from '@carillon/core'
import { afterEach } from '@jest/globals'
import express, { type ErrorRequestHandler, type RequestHandler } from 'express'
import { FakeSms } from '../fake-sms.js'
import type { Outbox } from '../outbox/outbox.js'
import type { SentReceipt } from '../outbox/stored-submission.js'
import { simRouter, type SimRouterOptions } from '../router/sim-router.js'
import { watch } from './watch.js'

export const DOCS_URL = 'https://docs.example.com/errors'
/** The first event for a watcher when no phone has a text. */
export const NOTHING = { event: 'texts', data: { results: [], isWhole: true } }
export const OURS = parsePhoneNumber('+12025550199')

const closings: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closings.splice(0)) await close()
})

type Json = Readonly<Record<string, unknown>>

type Adapters<C> = {
  readonly clock: C
  readonly ids: Ids
  readonly timer: Timer
}

export type SimGiven = Partial<
  Pick<SimRouterOptions, 'receiveInbound' | 'stopping' | 'onError' | 'hosts' | 'hostsHint' | 'bodyMs'>
> & {
  readonly outbox?: Outbox
  readonly onReceipt?: (receipt: SentReceipt) => void
  /** A handler that the host mounts before the simulator. */
  readonly before?: RequestHandler
}

/** A server with the simulator at `/sim`, and a handler for the errors that the simulator passes on. */
export async function simOf<C extends Clock & { advance?(ms: number): void }>(
  adapters: Adapters<C>,
  {
    outbox,
    onReceipt,
    before,
    receiveInbound = async (_inbound: InboundText) => ({ isHandled: true }),
    ...given
  }: SimGiven = {},
) {
  const fake = new FakeSms({ ...adapters, ...(outbox && { outbox }), ...(onReceipt && { onReceipt }) })
  const inbound: InboundText[] = []
  const receipts: Receipt[] = []
  const app = express()
  if (before !== undefined) app.use(before)
  app.use(
    '/sim',
    simRouter({
      ...given,
      fakeSms: fake,
      clock: adapters.clock,
      docsUrl: DOCS_URL,
      receiveInbound: (one) => {
        inbound.push(one)
        return receiveInbound(one)
      },
      receiveReceipt: async (receipt) => void receipts.push(receipt),
    }),
  )
  app.use((_req, res) => void res.status(404).json({ passedOn: 'path' }))
  const last: ErrorRequestHandler = (_error, _req, res, _next) => void res.status(500).json({ passedOn: 'error' })
  app.use(last)
  const server = app.listen(0, '127.0.0.1')
  // 0 means no idle timeout: a slow test must not lose a connection that it reuses.
  server.keepAliveTimeout = 0
  await new Promise((resolve) => server.once('listening', resolve))
  closings.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/sim`
  const call = async (method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    })
    const text = await response.text()
    return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as Json }
  }
  const send = async (to: string, body: string, given: Json = {}) => {
    const submission = { reference: `reference of ${body}`, from: OURS, to, body, mediaUrl: null, ...given }
    const [outcome] = await fake.submit([submission], { deadlineMs: 60_000 })
    adapters.clock.advance?.(1_000)
    return outcome!
  }
  return { url, call, send, fake, inbound, receipts, clock: adapters.clock, watch: () => watch(`${url}/events`) }
}
