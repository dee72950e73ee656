import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Handles the signed requests of Bell Tower: receipts on `/receipts`, and texts from phones on `/texts`. Bell Tower
 * retries until it gets a 2xx. Receipts and texts that match nothing also get a 2xx; a failure gets an error status.
 */
export function bellTowerPosts({ secret, receiveInbound, receiveReceipt }) {
  return async (req, res, next) => {
    if (req.method !== 'POST') return next()
    // Anyone can post here, so the signature is checked before the body is parsed. It covers the raw bytes.
    if (!isSigned(req, secret)) return res.status(401).end()
    const content = JSON.parse(req.body)
    if (req.path === '/receipts') await receiveReceipt(receiptOf(content))
    else if (req.path === '/texts') await receiveInbound(textOf(content))
    else return next()
    res.status(204).end()
  }
}

export function signatureOf(body, secret) {
  return createHmac('sha256', secret).update(body).digest('hex')
}

function isSigned(req, secret) {
  const given = Buffer.from(req.get('x-bell-signature') ?? '')
  const expected = Buffer.from(signatureOf(req.body, secret))
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** The id of a receipt is the reference that the text was submitted with. */
function receiptOf({ id, at, state, reason }) {
  const failure = state === 'delivered' ? null : { type: 'carrier_rejected', message: reason }
  return { reference: id, at: new Date(at), failure }
}

function textOf({ carrierId, from, to, body, media }) {
  return { from, to, body, mediaUrl: media ?? null, providerId: carrierId }
}
