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
      /** How the body begins. */
      readonly beginning: Buffer
      /** Whether the answer has ended, so that the connection can take the next post. */
      readonly isWhole: boolean
    }
  | { readonly kind: 'broken'; readonly error: Error }
  | { readonly kind: 'late'; readonly wasSent: boolean }

type Head = { readonly status: number; readonly headers: IncomingHttpHeaders }

/** Kept of a body. */
const BEGINNING_BYTES = 2_048
/** Read of a body for the sake of its end: a connection that can be used again is worth so much. */
const READ_MAX_BYTES = 65_536
/** The status is what counts; its body gets so long. */
const BODY_MS = 1_000

/** Posts and waits for the answer, until the deadline. Whoever asks ends the connection unless the answer is whole. */
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
    const settleAnswered = (answer: Head, { isWhole }: { readonly isWhole: boolean }) => {
      const beginning = Buffer.concat(chunks).subarray(0, BEGINNING_BYTES)
      settle({ kind: 'answered', ...answer, beginning, isWhole })
    }
    // With the status the receiver has answered, whatever becomes of the rest.
    const breakOff = (otherwise: Outcome) =>
      head === null ? settle(otherwise) : settleAnswered(head, { isWhole: false })
    const onTime = () => breakOff({ kind: 'late', wasSent })
    let timer = setTimeout(onTime, deadlineMs)

    client.dispatch(
      { method: 'POST', ...outgoing },
      {
        onRequestStart() {
          wasSent = true
        },
        onResponseStart(_controller, status, headers) {
          // What comes before the answer proper.
          if (status < 200) return
          head = { status, headers }
          clearTimeout(timer)
          timer = setTimeout(onTime, Math.max(0, Math.min(BODY_MS, endsAt - performance.now())))
        },
        onResponseData(_controller, chunk) {
          if (bytes < BEGINNING_BYTES) chunks.push(Buffer.from(chunk.subarray(0, BEGINNING_BYTES)))
          bytes += chunk.length
          if (bytes > READ_MAX_BYTES && head !== null) settleAnswered(head, { isWhole: false })
        },
        onResponseEnd() {
          if (head !== null) settleAnswered(head, { isWhole: true })
        },
        onResponseError(_controller, error) {
          breakOff({ kind: 'broken', error })
        },
      },
    )
  })
}
