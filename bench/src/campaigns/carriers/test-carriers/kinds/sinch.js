/** See `kinds.js`. */
export const sinch = {
  sources: ['carriers/src/sinch/testing/test-sinch.ts', 'carriers/src/sinch/testing/sinch-callbacks.ts'],
  signs: { body: true, time: true },

  async open([{ startTestSinch, SINCH_SETTINGS }, { signedBySinch, deliveryReport }], { receiptUrl }) {
    const carrier = await startTestSinch()
    return {
      url: carrier.url,
      settings: (url) => ({ ...SINCH_SETTINGS, baseUrl: url, findGraceMs: 1_000 }),
      textIn(body) {
        const { client_reference: reference, to } = JSON.parse(body)
        return { reference, to: to[0] }
      },
      idIn: ({ id }) => id,
      receipt({ reference, id: providerId }, status, { at, isForged = false }) {
        const body = JSON.stringify(deliveryReport({ reference, providerId, at, ...STATUSES[status] }))
        return signedBySinch(receiptUrl, body, at, isForged ? { secret: 'the-secret-of-somebody-else-here' } : {})
      },
      /** The list of batches lags behind, for less than the grace period. */
      change: (path, answer) => (path.includes('client_reference=') ? withoutNewest(answer) : answer),
      refuse: (to) => carrier.refuse(to),
      phonesOf: (reference) => carrier.delivered(reference).map(({ to }) => to),
      close: () => carrier.close(),
    }
  },
}

const LAG_MS = 800

function withoutNewest(answer) {
  const list = JSON.parse(answer.body)
  const batches = list.batches?.filter(({ created_at: at }) => Date.parse(at) < Date.now() - LAG_MS) ?? []
  return { ...answer, body: Buffer.from(JSON.stringify({ ...list, batches, count: batches.length })) }
}

const STATUSES = {
  queued: { status: 'Queued', code: 400 },
  sent: { status: 'Dispatched', code: 401 },
  delivered: { status: 'Delivered', code: 0 },
  failed: { status: 'Failed', code: 408 },
}
