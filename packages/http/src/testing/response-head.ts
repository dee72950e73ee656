import { Agent, request } from 'node:http'

export type Asked = {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

export type Head = { readonly status: number; readonly code: number | null; readonly text: string }

const agent = new Agent({ keepAlive: true })

/** The status and the text of a response. A stream of events never ends, so only its head is read. */
export function headOf(url: string, { method, headers, body }: Asked): Promise<Head> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent }, (res) => {
      const status = res.statusCode!
      if (res.headers['content-type']?.startsWith('text/event-stream')) {
        sent.destroy()
        return resolve({ status, code: null, text: '' })
      }
      const chunks: Buffer[] = []
      res.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject)
      res.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        const isError = status >= 400 && res.headers['content-type']?.startsWith('application/json') === true
        resolve({ status, code: isError ? (JSON.parse(text) as { code: number }).code : null, text })
      })
    })
    sent.on('error', reject)
    sent.end(body ?? undefined)
  })
}
