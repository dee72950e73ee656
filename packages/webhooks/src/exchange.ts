import type { IncomingHttpHeaders } from 'node:http'
import type { Client } from 'undici'

export type Outgoing = {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

export type Outcome =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly headers: IncomingHttpHeaders
      /** The first bytes of the body. */
      readonly beginning: Buffer
      /** Whether the response is complete, so that the connection can be reused. */
      readonly isWhole: boolean
    }
  | { readonly kind: 'broken'; readonly error: Error }
  | { readonly kind: 'late'; readonly wasSent: boolean }

type Head = { readonly status: number; readonly headers: IncomingHttpHeaders }

/** The maximum number of bytes of a body that are kept. */
const BEGINNING_BYTES = 2_048
/** The maximum number of bytes that are read to reach the end of a body, so that the connection can be reused. */
const READ_MAX_BYTES = 65_536
/** How long to wait for the body. Only the status matters for the outcome. */
const BODY_MS = 1_000

/** Posts and waits for the response until the deadline. The caller closes the connection unless `isWhole`. */
export function exchange(client: Client, outgoing: Outgoing, deadlineMs: number): Promise<Outcome> {
  return new Promise((resolve) => {
    const endsAt = performance.now() + deadlineMs
    const chunks: Buffer[] = []
    let head: Head | null = null
    let wasSent = false
    let bytes = 0

    const settle = (outcome: Outcome) => {
      clearTimeout(timer)
      resolve(outcome)
    }
    const settleResponse = (received: Head, { isWhole }: { readonly isWhole: boolean }) => {
      const beginning = Buffer.concat(chunks).subarray(0, BEGINNING_BYTES)
      settle({ kind: 'answered', ...received, beginning, isWhole })
    }
    // Once the status has arrived, the post has a response, even if the rest of it fails.
    const breakOff = (otherwise: Outcome) =>
      head === null ? settle(otherwise) : settleResponse(head, { isWhole: false })
    const onTime = () => breakOff({ kind: 'late', wasSent })
    let timer = setTimeout(onTime, deadlineMs)

    client.dispatch(
      { method: 'POST', ...outgoing },
      {
        onRequestStart() {
          wasSent = true
        },
        onResponseStart(_controller, status, headers) {
          // Skip informational responses.
          if (status < 200) return
          head = { status, headers }
          clearTimeout(timer)
          timer = setTimeout(onTime, Math.max(0, Math.min(BODY_MS, endsAt - performance.now())))
        },
        onResponseData(_controller, chunk) {
          if (bytes < BEGINNING_BYTES) chunks.push(Buffer.from(chunk.subarray(0, BEGINNING_BYTES)))
          bytes += chunk.length
          if (bytes > READ_MAX_BYTES && head !== null) settleResponse(head, { isWhole: false })
        },
        onResponseEnd() {
          if (head !== null) settleResponse(head, { isWhole: true })
        },
        onResponseError(_controller, error) {
          breakOff({ kind: 'broken', error })
        },
      },
    )
  })
}
