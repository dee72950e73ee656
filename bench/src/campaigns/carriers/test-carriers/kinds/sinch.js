/** See `kinds.js`. */
export const sinch = {
  sources: ['carriers/src/sinch/testing/test-sinch.ts', 'carriers/src/sinch/testing/sinch-callbacks.ts'],
  signs: { body: true, time: true },

  async open([{ startTestSinch, SINCH_SETTINGS }, { signedBySinch, deliveryReport }], { receiptUrl }) {
    const carrier = await startTestSinch()
    return {
      url: carrier.url,
      // The requests that are on their way for longer have already reached the carrier.
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
      refuse: (to) => carrier.refuse(to),
      phonesOf: (reference) => carrier.delivered(reference).map(({ to }) => to),
      close: () => carrier.close(),
    }
  },
}

const STATUSES = {
  queued: { status: 'Queued', code: 400 },
  sent: { status: 'Dispatched', code: 401 },
  delivered: { status: 'Delivered', code: 0 },
  failed: { status: 'Failed', code: 408 },
}
