/** See `kinds.js`. */
export const vonage = {
  sources: ['carriers/src/vonage/testing/test-vonage.ts'],
  signs: { body: true, time: true },

  async open([{ startTestVonage, VONAGE_SETTINGS, signedByVonage }], { receiptUrl }) {
    const carrier = await startTestVonage()
    return {
      url: carrier.url,
      settings: (url) => ({ ...VONAGE_SETTINGS, baseUrl: url }),
      textIn(body) {
        const { client_ref: reference, to } = JSON.parse(body)
        return { reference, to: `+${to}` }
      },
      idIn: ({ message_uuid: id }) => id,
      receipt({ reference, id, to }, status, { at, isForged = false }) {
        const common = { message_uuid: id, to: to.slice(1), from: '12025550199', channel: 'sms', client_ref: reference }
        const body = JSON.stringify({ ...common, timestamp: at.toISOString(), ...STATUSES[status] })
        return signedByVonage(receiptUrl, body, at, isForged ? { secret: 'the-secret-of-somebody-else-here' } : {})
      },
      refuse: (to) => carrier.refuse(to),
      phonesOf: (reference) => carrier.delivered(reference).map(({ to }) => to),
      close: () => carrier.close(),
    }
  },
}

const TYPE = 'https://developer.vonage.com/api-errors/messages-olympus#1050'
const STATUSES = {
  queued: { status: 'submitted' },
  sent: { status: 'submitted' },
  delivered: { status: 'delivered' },
  failed: { status: 'rejected', error: { type: TYPE, title: '1050', detail: 'Why', instance: 'bf0ca0bf' } },
}
