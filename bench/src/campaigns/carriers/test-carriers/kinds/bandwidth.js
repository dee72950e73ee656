/** See `kinds.js`. */
export const bandwidth = {
  sources: [
    'carriers/src/bandwidth/testing/test-bandwidth.ts',
    'carriers/src/bandwidth/testing/bandwidth-callbacks.ts',
  ],
  // Bandwidth signs nothing: its callbacks have a password.
  signs: { body: false, time: false },

  async open([{ startTestBandwidth, BANDWIDTH_SETTINGS }, { calledByBandwidth, statusEvent }], { receiptUrl }) {
    const carrier = await startTestBandwidth()
    return {
      url: carrier.url,
      settings: (url) => ({
        ...BANDWIDTH_SETTINGS,
        baseUrl: `${url}/api/v2`,
        tokenUrl: `${url}/api/v1/oauth2/token`,
      }),
      textIn(body) {
        const { tag: reference, to } = JSON.parse(body)
        return { reference, to: to[0] }
      },
      idIn: ({ id }) => id,
      receipt({ reference, id: providerId }, status, { at, isForged = false }) {
        const body = JSON.stringify([statusEvent({ reference, providerId, at, ...STATUSES[status] })])
        return calledByBandwidth(receiptUrl, body, at, isForged ? { password: 'guessed' } : {})
      },
      refuse: (to) => carrier.refuse(to),
      phonesOf: (reference) => carrier.delivered(reference).map(({ to }) => to),
      /** Tokens can end before their time. */
      disturb: () => carrier.endTokens(),
      close: () => carrier.close(),
    }
  },
}

const STATUSES = {
  queued: { type: 'message-sending' },
  sent: { type: 'message-sending' },
  delivered: { type: 'message-delivered' },
  failed: { type: 'message-failed', code: 4_750 },
}
