import { request, type IncomingHttpHeaders } from 'node:http'

export type RawRequest = {
  readonly method?: string
  /** The target byte for byte, where a client of more manners would mend it. */
  readonly path: string
  /** As an object, or name and value by turns. */
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
