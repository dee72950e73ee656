import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * What Bell Tower posts to its client, signed: receipts to `/receipts` and texts from phones to `/texts`. It posts again until
 * it is answered 2xx, so what nobody here knows is answered like that too, and what the service cannot take now is not.
 */
export function bellTowerPosts({ secret, receiveInbound, receiveReceipt }) {
  return async (req, res, next) => {
    if (req.method !== 'POST') return next()
    // Anybody can post here: before the signature nothing is read. It is over the very bytes.
    if (!isSigned(req, secret)) return res.status(401).end()
    const told = JSON.parse(req.body)
    if (req.path === '/receipts') await receiveReceipt(receiptOf(told))
    else if (req.path === '/texts') await receiveInbound(textOf(told))
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

/** Their id is the reference that the text was submitted under. */
function receiptOf({ id, at, state, reason }) {
  const failure = state === 'delivered' ? null : { type: 'carrier_rejected', message: reason }
  return { reference: id, at: new Date(at), failure }
}

function textOf({ carrierId, from, to, body, media }) {
  return { from, to, body, mediaUrl: media ?? null, providerId: carrierId }
}
