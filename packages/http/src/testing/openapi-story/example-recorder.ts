import { documentedOperations, type PlacedOperation } from '../openapi-document.js'
import type { Json, Reply, TestApi } from '../test-api.js'

export type ExampleRequest = {
  /** The values of the path parameters, by name. */
  readonly path?: Readonly<Record<string, string>>
  readonly query?: string
  readonly body?: unknown
  /** Sent unchanged instead of `body`. */
  readonly raw?: string
  readonly headers?: Readonly<Record<string, string>>
  /** The name of the example, if the operation has more than one. */
  readonly as?: string
}

/** An example, and its place in the document as a path from the root. */
export type Example = { readonly place: readonly string[]; readonly value: unknown }

/** Runs a request of an operation, and may observe what happens meanwhile. */
export type Around = (operationId: string, request: () => Promise<Reply>) => Promise<Reply>

/** Calls operations of the document, and records requests and responses as their examples. */
export function exampleRecorder(api: TestApi, around: Around = (_, request) => request()) {
  const operations = new Map(documentedOperations().map((placed) => [placed.operation.operationId, placed]))
  const examples: Example[] = []
  const refusals: Example[] = []

  function keep(place: readonly string[], value: unknown) {
    const isRecorded = examples.some((example) => example.place.join(' ') === place.join(' '))
    if (isRecorded) throw new Error(`There are two examples of ${place.join(' ')}: name them`)
    examples.push({ place, value })
  }

  async function ask(id: string, request: ExampleRequest) {
    const placed = operations.get(id)
    if (placed === undefined) throw new Error(`The document has no operation ${id}`)
    const { body, raw, headers } = request
    const call = {
      ...(body === undefined ? {} : { body }),
      ...(raw === undefined ? {} : { raw }),
      ...(headers && { headers }),
    }
    const caller = callerOf(api, placed)
    const reply = await around(id, () => caller(placed.method.toUpperCase(), pathOf(placed, request), call))
    return { placed, reply, root: ['paths', placed.path, placed.method] }
  }

  return {
    examples,
    refusals,

    /** Makes a request that must succeed, and returns the body of the response. */
    async record(id: string, request: ExampleRequest = {}): Promise<Json> {
      const { reply, root } = await ask(id, request)
      if (reply.status >= 300) throw new Error(`${id} was refused: ${reply.text}`)
      const requestType = request.headers?.['content-type'] ?? 'application/json'
      const named = request.as === undefined ? ['example'] : ['examples', request.as, 'value']
      if ((request.body ?? request.raw) !== undefined) {
        keep([...root, 'requestBody', 'content', requestType, ...named], request.body ?? request.raw)
      }
      for (const { type, name, value } of responseExample(reply, request.as)) {
        const last = name === undefined ? ['example'] : ['examples', name, 'value']
        keep([...root, 'responses', String(reply.status), 'content', type, ...last], value)
      }
      return reply.body
    },

    /** Makes a request that must be refused with this code. */
    async refuse(id: string, code: number, request: ExampleRequest = {}): Promise<void> {
      const { placed, reply } = await ask(id, request)
      if (reply.body?.code !== code) throw new Error(`${id} was to be refused by ${code}: ${reply.text}`)
      const { $ref } = placed.operation.responses[reply.status]!
      refusals.push({ place: [...$ref!.split('/').slice(1), ...ERROR, String(code), 'value'], value: reply.body })
    },

    /** Records the payload of a webhook. */
    sent(payload: Json): void {
      keep(['webhooks', payload.type, 'post', 'requestBody', 'content', 'application/json', 'example'], payload)
    },
  }
}

const ERROR = ['content', 'application/json', 'examples']

function callerOf({ call, api, admin }: TestApi, { operation: { security } }: PlacedOperation) {
  if (security?.length === 0) return call
  const side = security === undefined ? { prefix: '/api/v1', as: api } : { prefix: '/admin/v1', as: admin }
  return (method: string, path: string, options: object) => side.as(method, path.slice(side.prefix.length), options)
}

function pathOf({ path, operation }: PlacedOperation, request: ExampleRequest): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = request.path?.[name]
    if (value === undefined) throw new Error(`${operation.operationId} wants ${name}`)
    return encodeURIComponent(value)
  })
  return request.query === undefined ? filled : `${filled}?${request.query}`
}

/** The examples in a response: one, or for named NDJSON one for each line, named after the line's first property. */
function responseExample({ headers, text, body }: Reply, as: string | undefined) {
  const type = headers.get('content-type')?.split(';')[0] ?? ''
  if (text === '' || type === 'text/html') return []
  if (type !== 'application/x-ndjson') return [{ type, name: as, value: body ?? text }]
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line): Json => JSON.parse(line))
  if (as === undefined) return [{ type, name: undefined, value: lines[0] }]
  return lines.map((value) => ({ type, name: Object.keys(value)[0], value }))
}
