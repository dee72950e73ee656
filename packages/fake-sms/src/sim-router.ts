import { parseReference, type Clock, type InboundText, type Receipt } from '@carillon/core'
import { json, Router, type RequestHandler } from 'express'
import type { FakeSms } from './fake-sms.js'
import type { SimMessage } from './outbox.js'
import { answerSimProblems, SimProblem } from './sim-problem.js'
import { readBehaviour, readInbound, readMessagesQuery, readReceipt, type ReceiptRequest } from './sim-requests.js'

export type SimRouterOptions = {
  readonly fakeSms: FakeSms
  readonly clock: Clock
  /** Says whether there is an account that owns the number. */
  readonly receiveInbound: (inbound: InboundText) => Promise<{ readonly isHandled: boolean }>
  readonly receiveReceipt: (receipt: Receipt) => Promise<unknown>
  /** Where the errors are explained; each code is an anchor on that page. */
  readonly docsUrl: string
}

const BODY_LENGTH_MAX = '256kb'

/**
 * What the phones of the fake provider got, and what their owners do. It asks nobody who he is, so it is only mounted
 * where nobody else can come. Errors that are not the caller's are passed on, and so is a path that it does not know.
 */
export function simRouter({ fakeSms, docsUrl, ...given }: SimRouterOptions): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const readJson = json({ limit: BODY_LENGTH_MAX, strict: false })

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
  router.put('/behaviour', requireJson, readJson, async (req, res) => {
    const behaviour = readBehaviour(req.body)
    await fakeSms.behave(behaviour)
    res.json(Object.fromEntries(Object.entries(behaviour).filter(([, value]) => value !== null)))
  })
  router.post('/inbound', requireJson, readJson, async (req, res) => {
    const text = readInbound(req.body)
    const id = fakeSms.nextId()
    const { isHandled } = await given.receiveInbound({ ...text, providerId: id })
    if (!isHandled) throw new SimProblem(404, `No account has the number ${text.to}: there is nobody to write to`)
    res.json({ id })
  })
  router.post('/receipts', requireJson, readJson, async (req, res) => {
    const request = readReceipt(req.body)
    const reference = await referenceOf(fakeSms, request)
    const { account, id: message } = parseReference(reference)!
    await given.receiveReceipt({ account, message, at: given.clock.now(), failure: request.failure })
    res.json({ reference })
  })
  router.use(answerSimProblems(docsUrl))
  return router
}

/** Also keeps pages on other sites out: a browser sends JSON to a server only where that server allows it. */
const requireJson: RequestHandler = (req, _res, next) => {
  if (req.is('application/json') === false || req.get('content-type') === undefined) {
    throw new SimProblem(415, 'The body must be application/json, as its Content-Type')
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
