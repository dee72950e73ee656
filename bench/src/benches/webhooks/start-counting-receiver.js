import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const RECEIVER = fileURLToPath(new URL('counting-receiver.js', import.meta.url))

/** Starts a counting receiver in another process. */
export async function startCountingReceiver(secret) {
  const child = fork(RECEIVER, [secret])
  const query = async (order) => {
    child.send(order)
    const [reply] = await once(child, 'message')
    return reply
  }
  const [port] = await once(child, 'message')
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    /** Throws unless exactly `count` different events arrived since the last call, each once. */
    async expectEachOnce(count) {
      const { requests, ids } = await query('report')
      if (requests !== count || ids !== count)
        throw new Error(`${requests} requests with ${ids} ids arrived, expected ${count}`)
    },
    stop: () => child.disconnect(),
  }
}
