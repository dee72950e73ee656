/** See `kinds.js`. */
export const twilio = {
  sources: ['carriers/src/twilio/testing/test-twilio.ts', 'carriers/src/twilio/testing/twilio-requests.ts'],
  // The signature covers the URL, but has no time.
  signs: { body: true, time: false },

  async open([{ startTestTwilio, ACCOUNT_SID, AUTH_TOKEN }, { twilioRequests }], { numbers, receiptUrl }) {
    const carrier = await startTestTwilio()
    carrier.state.numbers = numbers.map((number) => ({ number }))
    const requestsOf = (authToken) =>
      twilioRequests({ accountSid: ACCOUNT_SID, authToken, receiptUrl, inboundUrl: receiptUrl })
    return {
      url: carrier.url,
      settings: (url) => ({ accountSid: ACCOUNT_SID, authToken: AUTH_TOKEN, baseUrl: url }),
      textIn(body) {
        const form = new URLSearchParams(body)
        return { reference: referenceIn(form.get('StatusCallback')), to: form.get('To') }
      },
      idIn: ({ sid }) => sid,
      receipt({ reference, id: providerId }, status, { at, isForged = false }) {
        const requests = requestsOf(isForged ? 'the-token-of-somebody' : AUTH_TOKEN)
        if (!FINAL.includes(status)) return requests.status({ reference, providerId }, status, {}, at)
        return requests.receipt({ reference, providerId, isFailed: status === 'failed' }, at)
      },
      refuse: (to) => carrier.refuse(to, { status: 400, code: 21_211, message: 'The number is not valid' }),
      phonesOf: (reference) =>
        carrier.texts.filter(({ statusCallback }) => referenceIn(statusCallback) === reference).map(({ to }) => to),
      close: () => carrier.close(),
    }
  },
}

const FINAL = ['delivered', 'failed']

function referenceIn(url) {
  return new URL(url).searchParams.get('reference')
}
