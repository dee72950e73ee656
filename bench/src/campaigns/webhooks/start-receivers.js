import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const PROCESS = fileURLToPath(new URL('receivers-process.js', import.meta.url))

/**
 * Starts receivers, `{ name, behaviour, secret }` each, in a separate process. `requests` returns the requests of each, by
 * name: `{ id, atMs, status }`, in order; it throws if a request was wrong.
 */
export async function startReceivers(receivers, { seed }) {
  const child = fork(PROCESS, [], { serialization: 'advanced' })
  child.send({ receivers, seed })
  const [ports] = await once(child, 'message')
  return {
    urlOf: (name) => `http://127.0.0.1:${ports[receivers.findIndex((one) => one.name === name)]}/hooks/${name}`,
    async requests() {
      child.send('requests')
      const [{ seen, faults }] = await once(child, 'message')
      if (faults.length > 0) throw new Error(`${faults.length} requests were wrong: ${faults.slice(0, 5).join('; ')}`)
      return seen
    },
    async stop() {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}
