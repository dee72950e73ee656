import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { accountAnswer, lookupAnswer, numbersAnswer, type Line, type OwnedNumber } from './twilio-account.js'
import { errorAnswer, NOT_FOUND, UNAUTHENTICATED, WRONG_METHOD } from './twilio-answer.js'
import type { TwilioAnswer, TwilioError } from './twilio-answer.js'
import { messageResource, readMessage, type TakenText } from './twilio-messages.js'

/** How the API reacts to a message that is not refused. */
export type Mode =
  | 'open'
  | 'throttled'
  | 'unavailable'
  /** Takes the text, and never answers. */
  | 'stalled'
  | 'breaks-before-taking'
  | 'breaks-after-taking'
  | 'fails-after-taking'

export type RecordedRequest = {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export type TestTwilio = Awaited<ReturnType<typeof startTestTwilio>>

export const ACCOUNT_SID = `AC${'0123456789abcdef'.repeat(2)}`
export const AUTH_TOKEN = 'token-of-the-account'
export const API_KEY = `SK${'fedcba9876543210'.repeat(2)}`
export const API_SECRET = 'secret-of-the-key'
export const OWN_NUMBER = '+12025550199'

/** The parts of Twilio's API that Carillon uses, on a port of this machine. */
export async function startTestTwilio({ bodyMax = 1_600 }: { readonly bodyMax?: number } = {}) {
  const refused = new Map<string, TwilioError>()
  const lines = new Map<string, Line>()
  const texts: TakenText[] = []
  const requests: RecordedRequest[] = []
  const answers: TwilioAnswer[] = []
  const state = {
    mode: 'open' as Mode,
    /** Instead of any other answer. */
    answer: null as (TwilioAnswer & { readonly raw?: string }) | null,
    accountStatus: 'active',
    numbers: [{ number: OWN_NUMBER }] as readonly OwnedNumber[],
    lookupsStall: false,
  }

  /** Null if the connection gets no answer. */
  const answerTo = (request: RecordedRequest, hangUp: () => void): TwilioAnswer | null => {
    const { pathname, searchParams } = new URL(request.path, 'http://localhost')
    const user = userOf(request)
    if (user === null) return errorAnswer(UNAUTHENTICATED)
    if (state.answer !== null) return state.answer
    const account = `/2010-04-01/Accounts/${ACCOUNT_SID}`
    if (pathname === `${account}/Messages.json`) {
      return request.method === 'POST' ? take(request, hangUp) : errorAnswer(WRONG_METHOD)
    }
    if (request.method !== 'GET') return errorAnswer(WRONG_METHOD)
    if (pathname === `${account}.json`) {
      // Standard API keys may not read accounts.
      return user === ACCOUNT_SID ? accountAnswer(ACCOUNT_SID, state.accountStatus) : errorAnswer(UNAUTHENTICATED)
    }
    if (pathname === `${account}/IncomingPhoneNumbers.json`) {
      return numbersAnswer(ACCOUNT_SID, state.numbers, searchParams)
    }
    const lookup = /^\/v2\/PhoneNumbers\/([^/]+)$/.exec(pathname)
    if (lookup === null) return errorAnswer(NOT_FOUND)
    if (state.lookupsStall) return null
    const phone = decodeURIComponent(lookup[1]!)
    return lookupAnswer(phone, lines.has(phone) ? lines.get(phone)! : MOBILE, searchParams)
  }

  const take = (request: RecordedRequest, hangUp: () => void): TwilioAnswer | null => {
    const message = readMessage(request.headers['content-type'], request.body, {
      numbers: state.numbers.map(({ number }) => number),
      bodyMax,
    })
    if ('code' in message) return errorAnswer(message)
    const refusal = refused.get(message.to)
    if (refusal !== undefined) return errorAnswer(refusal)
    if (state.mode === 'throttled') return { ...errorAnswer(TOO_MANY), headers: { 'retry-after': '7' } }
    if (state.mode === 'unavailable') return errorAnswer(UNAVAILABLE)
    if (state.mode === 'breaks-before-taking') {
      hangUp()
      return null
    }
    const prefix = message.mediaUrls.length > 0 ? 'MM' : 'SM'
    const sid = prefix + (texts.length + 1).toString(16).padStart(32, '0')
    const text = { ...message, sid, accountSid: ACCOUNT_SID }
    texts.push(text)
    if (state.mode === 'breaks-after-taking') hangUp()
    if (state.mode !== 'open' && state.mode !== 'fails-after-taking') return null
    if (state.mode === 'fails-after-taking') return errorAnswer(FAILED)
    return { status: 201, json: messageResource(text, new Date()) }
  }

  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const recorded = { method: request.method!, path: request.url!, headers: request.headers, body }
      requests.push(recorded)
      const answer = answerTo(recorded, () => request.socket.destroy())
      if (answer === null) return
      answers.push(answer)
      write(response, answer)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    state,
    texts: texts as readonly TakenText[],
    requests: requests as readonly RecordedRequest[],
    /** As they were sent. */
    answers: answers as readonly TwilioAnswer[],
    /** From now on, no text to this number is taken. */
    refuse: (to: string, error: TwilioError = OPTED_OUT) => void refused.set(to, error),
    /** What look-ups of this number find; a mobile phone otherwise. */
    setLine: (phone: string, line: Line) => void lines.set(phone, line),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const MOBILE: Line = { type: 'mobile', carrierName: 'Northern Mobile' }
const TOO_MANY: TwilioError = { status: 429, code: 20429, message: 'Too Many Requests' }
const UNAVAILABLE: TwilioError = { status: 503, code: 20503, message: 'Service unavailable' }
const FAILED: TwilioError = { status: 500, code: 20500, message: 'Internal Server Error' }
const OPTED_OUT: TwilioError = { status: 400, code: 21610, message: 'Attempt to send to unsubscribed recipient' }

/** The user of valid credentials; null for any others. */
function userOf({ headers }: RecordedRequest): string | null {
  const [scheme, token] = (headers.authorization ?? '').split(' ')
  const credentials = Buffer.from(token ?? '', 'base64').toString('utf8')
  if (scheme !== 'Basic') return null
  if (credentials === `${ACCOUNT_SID}:${AUTH_TOKEN}`) return ACCOUNT_SID
  return credentials === `${API_KEY}:${API_SECRET}` ? API_KEY : null
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function write(response: ServerResponse, { status, headers, json, raw }: TwilioAnswer & { readonly raw?: string }) {
  response.writeHead(status, { 'content-type': 'application/json;charset=utf-8', ...headers })
  response.end(raw ?? JSON.stringify(json))
}
