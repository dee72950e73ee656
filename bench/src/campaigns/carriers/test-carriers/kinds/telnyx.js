/** See `kinds.js`. */
export const telnyx = {
  sources: [
    'carriers/src/telnyx/testing/telnyx-carrier.ts',
    'carriers/src/telnyx/testing/telnyx-account.ts',
    'carriers/src/telnyx/testing/telnyx-events.ts',
    'carriers/src/telnyx/testing/telnyx-signer.ts',
  ],
  signs: { body: true, time: true },

  async open([{ TelnyxCarrier, API_KEY }, { PROFILE, errorAnswer }, { report }, { createSigner }], given) {
    const carrier = await TelnyxCarrier.open()
    const somebody = createSigner()
    for (const number of given.numbers) carrier.account.numbers.set(number, PROFILE)
    return {
      url: carrier.baseUrl.replace(/\/v2$/, ''),
      settings: (url) => ({ apiKey: API_KEY, publicKey: carrier.signer.publicKey, baseUrl: `${url}/v2` }),
      textIn(body) {
        const { to, webhook_url: url } = JSON.parse(body)
        return { reference: new URL(url).searchParams.get('reference'), to }
      },
      idIn: ({ data: { id } }) => id,
      receipt({ reference, id, to }, status, { at, isForged = false }) {
        const url = `${given.receiptUrl}?${new URLSearchParams({ reference })}`
        const body = report({ id, to, webhook_url: url }, STATUSES[status])
        return (isForged ? somebody : carrier.signer).request(url, body, at)
      },
      refuse: (to) => carrier.account.refusals.set(to, errorAnswer(400, '40310', `Invalid 'to' address`)),
      phonesOf: (reference) => carrier.delivered(reference).map(({ to }) => to),
      close: () => carrier.close(),
    }
  },
}

const STATUSES = {
  queued: { type: 'message.sent', status: 'queued' },
  sent: { type: 'message.sent', status: 'sent' },
  delivered: { status: 'delivered' },
  failed: { status: 'delivery_failed', errors: [{ code: '40008', title: 'Undeliverable' }] },
}
