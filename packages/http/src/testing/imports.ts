import { expect } from '@jest/globals'
import type { TestApi } from './test-api.js'

export const CSV = { 'content-type': 'text/csv' }

export const importPath = (group = 'VIP', account = 'Acme') => `/accounts/${account}/contacts/import?group=${group}`

/** A line of the response to an import. */
type Line = {
  readonly progress?: { readonly rows: number }
  readonly rejected?: readonly { readonly line: number; readonly reason: string }[]
  readonly done?: Readonly<Record<string, number>>
  readonly error?: { readonly code: number }
}

/** Two ways to import a file: one returns any response; the other requires success and parses the response. */
export function importsOf({ admin }: TestApi) {
  const importing = (raw: string | Uint8Array<ArrayBuffer> | ReadableStream, to = importPath()) =>
    admin('POST', to, { raw, headers: CSV })

  async function imported(raw: string | ReadableStream, to = importPath()) {
    const { status, text, headers } = await importing(raw, to)
    expect([status, headers.get('content-type')]).toEqual([200, 'application/x-ndjson'])
    const lines = linesOf(text)
    return { lines, last: lines.at(-1)!, rejected: lines.flatMap(({ rejected = [] }) => rejected) }
  }

  return { importing, imported }
}

export function linesOf(text: string): Line[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
}
