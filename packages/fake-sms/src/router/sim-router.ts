import { parseReference, type Clock, type InboundText, type Receipt } from '@carillon/core'
import { Router, type RequestHandler } from 'express'
import type { FakeSms } from '../fake-sms.js'
import type { SimMessage } from '../outbox/stored-submission.js'
import { eventStream } from './event-stream.js'
import { requireOwnHost } from './own-host.js'
import { readJson } from './read-json.js'
import { simPage } from './sim-page.js'
import { simProblemHandler, SimProblem } from './sim-problem.js'
import {
  readBehaviour,
  readInbound,
  readMessagesQuery,
  readReceipt,
  readTextsQuery,
  type ReceiptRequest,
} from './sim-requests.js'
import { TextFeed } from './text-feed.js'
import { toTextResponse } from './text-response.js'

export type SimRouterOptions = {
  readonly fakeSms: FakeSms
  readonly clock: Clock
  /** `isHandled` says whether an account owns the number. */
  readonly receiveInbound: (inbound: InboundText) => Promise<{ readonly isHandled: boolean }>
  readonly receiveReceipt: (receipt: Receipt) => Promise<unknown>
  /** The page that explains the errors; each code is an anchor on it. */
  readonly docsUrl: string
  /**
   * The host names under which the phones are opened, without ports. `localhost` and IP addresses are always allowed;
   * any other host is refused with 421, because it may be a web site whose name points to this machine.
   */
  readonly hosts?: readonly string[]
  /** How to allow another host, for the message of that refusal. */
  readonly hostsHint?: string
  /** Time for a whole body to arrive. Default: 60 s. */
  readonly bodyMs?: number
  /** Ends the event streams. */
  readonly stopping?: AbortSignal
  /** Receives errors of the event streams, and failures to store a text or receipt on a phone. */
  readonly onError?: (error: unknown) => void
}

/**
 * The API and page of the simulated phones: what they received, and what their owners do. There is no authentication,
 * so mount it only where outsiders have no access. Unknown paths, and errors that the caller did not cause, are passed
 * to the host. Once the service has handled a request, the response is a success even if the phone cannot store it,
 * because a caller that gets an error would repeat the request.
 */
export function simRouter({ fakeSms, docsUrl, onError = () => {}, ...given }: SimRouterOptions): Router {
  const { hosts = [], hostsHint = 'The option hosts of simRouter allows other names', bodyMs = BODY_MS } = given
  const router = Router({ caseSensitive: true, strict: true })
  const feed = new TextFeed({ fakeSms, onError })
  const jsonBody = readJson({ bodyMs })

  router.use(uncached, requireOwnHost({ names: hosts, hint: hostsHint }))
  router.use(simPage())
  router.get('/events', eventStream({ feed, stopping: given.stopping ?? null }))
  router.get('/texts', async (req, res) => {
    const texts = await fakeSms.texts(readTextsQuery(req.query))
    res.json({ results: texts.map(toTextResponse) })
  })
  router.get('/messages', async (req, res) => {
    const messages = await fakeSms.list(readMessagesQuery(req.query))
    res.json({ results: messages.map(toResponse) })
  })
  router.delete('/messages', async (_req, res) => {
    await fakeSms.clear()
    res.status(204).end()
  })
  router.get('/stats', async (_req, res) => {
    res.json(await fakeSms.stats())
  })
  router.put('/behaviour', requireJson, jsonBody, async (req, res) => {
    const behaviour = readBehaviour(req.body)
    await fakeSms.behave(behaviour)
    res.json(Object.fromEntries(Object.entries(behaviour).filter(([, value]) => value !== null)))
  })
  router.post('/inbound', requireJson, jsonBody, async (req, res) => {
    const text = readInbound(req.body)
    // Take the id and time first, so that the text sorts before the service's reply to it.
    const id = fakeSms.nextId()
    const writtenAt = given.clock.now()
    const { isHandled } = await given.receiveInbound({ ...text, providerId: id })
    if (!isHandled) throw new SimProblem(404, `No account has the number ${text.to}: choose a number of an account`)
    await fakeSms.keepWritten({ ...text, id, writtenAt }).catch(onError)
    res.json({ id })
  })
  router.post('/receipts', requireJson, jsonBody, async (req, res) => {
    const request = readReceipt(req.body)
    const reference = await referenceOf(fakeSms, request)
    const named = parseReference(reference)
    const { at, failure } = request
    // Other references are not of messages, so only the host that submitted them knows them.
    if (named !== null) {
      const { account, id: message } = named
      await given.receiveReceipt({ account, message, at: at ?? given.clock.now(), failure })
    }
    await fakeSms.keepReceipt({ reference, failure }).catch(onError)
    res.json({ reference })
  })
  router.use(simProblemHandler(docsUrl))
  return router
}

const BODY_MS = 60_000

/** The texts are personal data. The page's files may be cached: they replace the header. */
const uncached: RequestHandler = (_req, res, next) => {
  res.set('Cache-Control', 'no-store')
  next()
}

/** Also blocks requests from other sites: a browser sends cross-site JSON only if the server allows it. */
const requireJson: RequestHandler = (req, _res, next) => {
  if (req.is('application/json') === false || req.get('content-type') === undefined) {
    throw new SimProblem(415, 'Content-Type must be application/json')
  }
  next()
}

async function referenceOf(fakeSms: FakeSms, request: ReceiptRequest): Promise<string> {
  if ('reference' in request) return request.reference
  const message = await fakeSms.findMessage(request.id)
  if (message === null) throw new SimProblem(404, `No message on a phone has the id ${JSON.stringify(request.id)}`)
  return message.reference
}

function toResponse({ id, to, from, body, mediaUrl, reference, submittedAt }: SimMessage) {
  return { id, to, from, body, ...(mediaUrl === null ? {} : { mediaUrl }), reference, submittedAt }
}
