import type { Submission } from '@carillon/core'
import { startTestServer, type ReceivedRequest, type TestAnswer, type TestServer } from './test-server.js'

export const USER = 'carillon'
export const PASSWORD = 'p&ss wörd+1'

/** In which form the gateway wants its requests. */
export type Form = 'form' | 'json' | 'query' | 'xml'

export type TestGateway = TestServer & {
  refuse(to: string): void
  delivered(reference: string): readonly Submission[]
}

type Fields = Readonly<Record<string, string | undefined>>
type Result = { readonly id: string } | { readonly fault: string }

/**
 * A gateway that takes the same texts in four forms, and is strict about each. With `remembers`, it knows the results of
 * earlier submissions: it returns them for a repeated one, and to those who ask.
 */
export async function startTestGateway(form: Form, { remembers = false } = {}): Promise<TestGateway> {
  const texts: Submission[] = []
  const refused = new Set<string>()
  const results = new Map<string, Result>()

  const take = ({ to, from, text, ref, media }: Fields): Result => {
    if (to === undefined || from === undefined || text === undefined || ref === undefined) return { fault: 'E10' }
    if (!/^\d{7,15}$/.test(to) || refused.has(to)) return { fault: 'E21' }
    texts.push({ reference: ref, from: `+${from}`, to: `+${to}`, body: text, mediaUrl: media ?? null })
    return { id: `gw-${texts.length}` }
  }
  const submit = (fields: Fields): Result => {
    const known = remembers ? results.get(fields['ref'] ?? '') : undefined
    const result = known ?? take(fields)
    results.set(fields['ref'] ?? '', result)
    return result
  }
  const handle = (request: ReceivedRequest): TestAnswer => {
    if (request.url.pathname === '/status') return { status: 200, body: 'Status: running' }
    if (!isAuthenticated(form, request)) return { status: 401, body: `User ${USER}:${PASSWORD} is unknown` }
    if (isQuestion(request)) return resultAnswer(results.get(referenceIn(request)))
    const fields = FORMS[form].read(request)
    return fields === null
      ? { status: 415, body: 'This is not the described request' }
      : FORMS[form].write(submit(fields))
  }
  const server = await startTestServer({
    isSubmission: (request) => !isQuestion(request) && request.url.pathname !== '/status',
    closed: (request) => {
      const known = remembers && results.get(FORMS[form].read(request)?.['ref'] ?? '')
      return known ? FORMS[form].write(known) : { status: 503, body: 'Too many messages, try again later' }
    },
    handle,
  })
  return {
    ...server,
    refuse: (to) => refused.add(to.replace('+', '')),
    delivered: (reference) => texts.filter((text) => text.reference === reference),
  }
}

const FORMS: Readonly<
  Record<Form, { read(request: ReceivedRequest): Fields | null; write(result: Result): TestAnswer }>
> = {
  form: {
    read: ({ method, url, headers, body }) => {
      if (method !== 'POST' || url.pathname !== '/send') return null
      if (headers['content-type'] !== 'application/x-www-form-urlencoded') return null
      return Object.fromEntries(new URLSearchParams(body))
    },
    write: (result) =>
      'id' in result
        ? { status: 200, body: `OK ${result.id}\n` }
        : { status: 200, body: `ERROR ${result.fault}: cannot be reached with ${PASSWORD}` },
  },
  json: {
    read: ({ method, url, headers, body }) => {
      if (method !== 'POST' || url.pathname !== '/v2/messages' || headers['content-type'] !== 'application/json')
        return null
      const { to, from, content, ref, parts } = JSON.parse(body) as Record<string, unknown>
      const { text, media } = content as { text: string; media?: string[] }
      const isRight = Array.isArray(to) && to.length === 1 && typeof parts === 'number'
      if (!isRight || (media !== undefined && media.length !== 1)) return null
      return { to: String(to[0]), from: String(from), text, ref: String(ref), media: media?.[0] }
    },
    write: (result) => resultAnswer(result),
  },
  query: {
    read: ({ method, url, body }) => {
      if (method !== 'GET' || url.pathname !== '/cgi-bin/send' || body !== '') return null
      return Object.fromEntries(url.searchParams)
    },
    write: (result) =>
      'id' in result
        ? { status: 202, body: '0: Accepted', headers: { 'x-message-id': result.id } }
        : { status: 403, body: `Not routable: ${result.fault}` },
  },
  xml: {
    read: ({ method, url, headers, body }) => {
      if (method !== 'POST' || url.pathname !== '/xml' || headers['content-type'] !== 'text/xml; charset=utf-8')
        return null
      const root =
        /^<sms ref="([^"<\r\n]*)"><to>([^<]*)<\/to><from>([^<]*)<\/from><text media="([^"<]*)">([^<]*)<\/text><\/sms>$/
      const [, ref, to, from, media, text] = root.exec(body) ?? []
      if (ref === undefined || text!.includes('\r')) return null
      const [rightTo, rightFrom, rightText, rightRef] = [to!, from!, text!, ref].map(fromXml)
      return {
        to: rightTo,
        from: rightFrom,
        text: rightText,
        ref: rightRef,
        media: media === '' ? undefined : fromXml(media!),
      }
    },
    write: (result) =>
      'id' in result
        ? { status: 200, contentType: 'text/xml', body: `<result><id>${result.id}</id></result>` }
        : {
            status: 200,
            contentType: 'text/xml',
            body: `<result><error code="${result.fault}">No &amp; no</error></result>`,
          },
  },
}

function resultAnswer(result: Result | undefined): TestAnswer {
  if (result === undefined) return json(404, { error: { code: 'E04', message: 'unknown reference' } })
  if ('id' in result) return json(201, { messages: [{ id: result.id, status: 'queued' }] })
  return json(422, { error: { code: result.fault, message: 'cannot be reached' } })
}

function json(status: number, body: object): TestAnswer {
  return { status, contentType: 'application/json', body: JSON.stringify(body) }
}

function isQuestion({ method, url }: ReceivedRequest): boolean {
  return method === 'GET' && url.pathname.startsWith('/v2/messages/')
}

function referenceIn({ url }: ReceivedRequest): string {
  return decodeURIComponent(url.pathname.slice('/v2/messages/'.length))
}

function isAuthenticated(form: Form, { url, headers, body }: ReceivedRequest): boolean {
  const authorization = headers['authorization']
  if (form === 'json') return authorization === `Bearer ${Buffer.from(PASSWORD).toString('base64')}`
  if (form === 'xml') return authorization === `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}`
  const fields = form === 'query' ? url.searchParams : new URLSearchParams(body)
  return fields.get('user') === USER && fields.get('password') === PASSWORD
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

function fromXml(text: string): string {
  return text.replace(/&(?:#(\d+)|(\w+));/g, (_, code, name) =>
    code === undefined ? ENTITIES[String(name)]! : String.fromCodePoint(Number(code)),
  )
}
