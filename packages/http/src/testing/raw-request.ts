import { request, type IncomingHttpHeaders } from 'node:http'

export type RawRequest = {
  readonly method?: string
  /** The target, sent byte for byte. Other clients would normalize it. */
  readonly path: string
  /** As an object, or as a list of alternating names and values. */
  readonly headers: Readonly<Record<string, string>> | readonly string[]
}

export type RawReply = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly text: string }

export function rawRequest(url: string, { method = 'GET', path, headers }: RawRequest): Promise<RawReply> {
  const { hostname, port } = new URL(url)
  const given = Array.isArray(headers) ? [...headers] : { ...headers }
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers: given, agent: false }, (res) => {
      const chunks: Buffer[] = []
      res.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject)
      res.on('end', () => {
        resolve({ status: res.statusCode!, headers: res.headers, text: Buffer.concat(chunks).toString() })
      })
    })
    sent.on('error', reject).end()
  })
}
