import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { request } from 'undici'
import { freePort } from '../../shared/service.js'
import { senderOf, TEXT, TO } from '../messages/send-storm.js'
import { connectTo } from './connect-to.js'

const POLL_EVERY_MS = 20
const WITHIN_MS = 60_000
const STATUS_TIMEOUTS = { headersTimeout: 5_000, bodyTimeout: 5_000 }

/** Starts Kannel with a spool, bound to the SMSC by pairs of binds: its bearerbox, and an smsbox that takes requests. */
export async function startKannel({ smscPort, binds, window }) {
  const folder = await mkdtemp(join(tmpdir(), 'carillon-kannel-'))
  await mkdir(join(folder, 'spool'))
  const [adminPort, smsboxPort, sendsmsPort] = [await freePort(), await freePort(), await freePort()]
  const file = join(folder, 'kannel.conf')
  const template = await readFile(join(import.meta.dirname, 'kannel.conf'), 'utf8')
  const values = { folder, adminPort, smsboxPort, sendsmsPort, smscPort, binds, window }
  await writeFile(
    file,
    template.replace(/\{(\w+)\}/g, (_, name) => values[name]),
  )

  const statusUrl = `http://127.0.0.1:${adminPort}/status.xml?password=secret`
  const status = async () => (await request(statusUrl, STATUS_TIMEOUTS)).body.text()
  const children = []
  const start = (command) => {
    const child = spawn(command, [file], { stdio: 'ignore' })
    // A child that cannot be started never listens.
    child.on('error', () => {})
    children.push(child)
  }
  const stop = async () => {
    for (const child of children.toReversed()) {
      const exited = new Promise((resolve) => child.once('exit', resolve))
      if (child.kill('SIGKILL')) await exited
    }
    await rm(folder, { recursive: true, force: true })
  }
  try {
    start('/usr/sbin/bearerbox')
    // The smsbox ends if the bearerbox does not listen yet.
    const early = await connectTo(smsboxPort)
    early.destroy()
    start('/usr/sbin/smsbox')
    const listens = await connectTo(sendsmsPort)
    listens.destroy()
    await until(async () => (await status()).match(/<status>online/g)?.length === 2 * binds)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url: `http://127.0.0.1:${sendsmsPort}`,
    pids: children.map(({ pid }) => pid),
    /** Resolves when the SMSC has accepted that many messages since the start, and the spool is empty. */
    async untilSent(count) {
      await until(async () => {
        const { sent, queued, stored, failed } = figuresIn(await status())
        if (failed > 0) throw new GaveUp(`Kannel could not send ${failed} messages`)
        return sent === count && queued === 0 && stored === 0
      })
    },
    stop,
  }
}

/** The request of one send; the response 202 comes when the message is in the spool. */
export function sendsms() {
  const query = { username: 'carillon', password: 'secret', from: senderOf(0), to: TO, text: TEXT }
  return { path: `/cgi-bin/sendsms?${new URLSearchParams(query)}`, method: /** @type {const} */ ('GET') }
}

class GaveUp extends Error {}

/** A request that fails is repeated: Kannel may not listen yet. */
async function until(condition) {
  const deadline = performance.now() + WITHIN_MS
  for (;;) {
    const [isTrue, error] = await condition().then(
      (value) => [value, null],
      (reason) => [false, reason],
    )
    if (isTrue) return
    if (error instanceof GaveUp) throw error
    if (performance.now() > deadline) throw new Error(`Kannel was not ready within ${WITHIN_MS} ms`, { cause: error })
    await delay(POLL_EVERY_MS)
  }
}

function figuresIn(status) {
  const [sms] = /<sms>.*?<\/sms>/s.exec(status)
  const [, sent, queued] = /<sent>\s*<total>(\d+)<\/total>\s*<queued>(\d+)/.exec(sms)
  const [, stored] = /<storesize>(\d+)/.exec(sms)
  const failed = [...status.matchAll(/<failed>(\d+)/g)].reduce((sum, [, count]) => sum + Number(count), 0)
  return { sent: Number(sent), queued: Number(queued), stored: Number(stored), failed }
}
