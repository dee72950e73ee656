import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

const LISTENS_WITHIN_MS = 10_000
const POLL_EVERY_MS = 20

/** A connection to a port of a process that was just started, as soon as it listens. */
export async function connectTo(port) {
  const deadline = performance.now() + LISTENS_WITHIN_MS
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const error = await once(socket, 'connect').then(
      () => null,
      (reason) => reason,
    )
    if (error === null) return socket.on('error', () => {})
    if (performance.now() > deadline) throw new Error(`nobody listens on port ${port}`, { cause: error })
    await delay(POLL_EVERY_MS)
  }
}
