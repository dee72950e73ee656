import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { freePort } from '../../shared/service.js'
import { connectTo } from './connect-to.js'
import { within } from './within.js'

const DRIVE_SMPP = '/usr/lib/kannel/test/drive_smpp'
/** drive_smpp connects to a bearerbox at this port, and ends if nobody listens. */
const BEARERBOX_PORT = 13_001
const VISITED_WITHIN_MS = 10_000
const ENDS_WITHIN_MS = 5_000

/**
 * Starts several drive_smpp of Debian's kannel-extras, each on its own port: SMSCs that accept every message and send
 * none. Their port for a bearerbox is needed only until this resolves.
 */
export async function startSmscs(count) {
  if (!existsSync(DRIVE_SMPP)) throw new Error('the Debian packages kannel and kannel-extras are not installed')
  const bearerbox = createServer((socket) => socket.on('error', () => {}))
  let visits = 0
  const visited = new Promise((resolve) => {
    bearerbox.on('connection', () => ++visits === count && resolve(undefined))
  })
  bearerbox.listen(BEARERBOX_PORT, '127.0.0.1')
  await once(bearerbox, 'listening')
  const children = []
  try {
    const started = await Promise.allSettled(Array.from({ length: count }, () => startSmsc(children)))
    const failed = started.find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
    await within(VISITED_WITHIN_MS, visited, `${count} SMSCs have not connected to the port of a bearerbox`)
    return started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  } catch (error) {
    for (const child of children) child.kill('SIGKILL')
    throw error
  } finally {
    bearerbox.close()
  }
}

async function startSmsc(children) {
  const port = await freePort()
  let output = ''
  const child = spawn(DRIVE_SMPP, ['-v', '1', '-m', '0', '-p', String(port)], { stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  children.push(child)
  const ended = once(child, 'close')
  // A child that cannot be started never listens.
  ended.catch(() => {})
  const first = await connectTo(port)
  return {
    port,
    /** Ends drive_smpp; returns how many messages it has accepted. */
    async stop() {
      // When any of its connections ends, it reports what it has accepted, and ends.
      first.destroy()
      const killing = setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN_MS)
      await ended
      clearTimeout(killing)
      const found = /messages sent to SMSC: (\d+)/.exec(output)
      if (found === null) throw new Error(`drive_smpp has not reported what it accepted: ${output}`)
      return Number(found[1])
    },
  }
}
