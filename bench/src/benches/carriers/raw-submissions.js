import { once } from 'node:events'
import { connect } from 'node:net'
import { within } from './within.js'

const BIND_TRANSMITTER = 2
const SUBMIT_SM = 4
const INTERFACE_VERSION = 0x34
const HEADER_LENGTH = 16
const STATUS_AT = 8
const SEQUENCE_AT = 12
const BOUND_WITHIN_MS = 10_000
const RUN_WITHIN_MS = 120_000

/**
 * Submits the same message again and again on several binds, each with a full window: no client can be faster, so this
 * is the speed of the SMSC.
 */
export async function openRawBinds({ port, binds, window, from, to, text }) {
  const open = await openAll(binds, () => openRawBind(port))
  const submission = pduOf(SUBMIT_SM, [
    ...[cString(''), octets(1, 1), cString(from.slice(1)), octets(1, 1), cString(to.slice(1))],
    ...[octets(0, 0, 0), cString(''), cString(''), octets(0, 0, 0, 0)],
    ...[octets(text.length), Buffer.from(text, 'latin1')],
  ])
  return {
    async submit(count) {
      let left = count
      const next = () => (left-- > 0 ? submission : null)
      const runs = Promise.all(open.map((bind) => bind.run(next, window)))
      await within(RUN_WITHIN_MS, runs, 'the SMSC has not answered all submissions')
      return count
    },
    close: () => open.forEach((bind) => bind.close()),
  }
}

/** Closes those that were opened if another one cannot be opened. */
async function openAll(count, openOne) {
  const opened = await Promise.allSettled(Array.from({ length: count }, openOne))
  const binds = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const failed = opened.find(({ status }) => status === 'rejected')
  if (failed?.status !== 'rejected') return binds
  for (const bind of binds) bind.close()
  throw failed.reason
}

async function openRawBind(port) {
  const socket = connect(port, '127.0.0.1').setNoDelay()
  await once(socket, 'connect')
  const broken = new Promise((_, reject) => {
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the connection to the SMSC has ended')))
  })
  // It also ends after the last run.
  broken.catch(() => {})
  let onAnswer = (_status) => {}
  let rest = Buffer.alloc(0)
  socket.on('data', (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    while (rest.length >= HEADER_LENGTH && rest.length >= rest.readUInt32BE()) {
      const status = rest.readUInt32BE(STATUS_AT)
      rest = rest.subarray(rest.readUInt32BE())
      onAnswer(status)
    }
  })
  let sequence = 0
  const write = (pdu) => {
    const own = Buffer.from(pdu)
    own.writeUInt32BE(++sequence, SEQUENCE_AT)
    socket.write(own)
  }
  const bound = new Promise((resolve) => (onAnswer = resolve))
  const login = [cString('carillon'), cString('secret'), cString('VMA')]
  write(pduOf(BIND_TRANSMITTER, [...login, octets(INTERFACE_VERSION, 0, 0), cString('')]))
  try {
    await within(BOUND_WITHIN_MS, Promise.race([bound, broken]), 'the SMSC has not answered the bind request')
  } catch (error) {
    socket.destroy()
    throw error
  }
  const runOnce = (next, window) =>
    new Promise((resolve, reject) => {
      let open = 0
      const fill = () => {
        for (let pdu; open < window && (pdu = next()) !== null; open++) write(pdu)
        if (open === 0) resolve(undefined)
      }
      onAnswer = (status) => {
        open--
        if (status !== 0) reject(new Error(`a submission got the status ${status}`))
        fill()
      }
      fill()
    })
  return {
    /** Writes what `next` returns, up to `window` at once, until that is null and everything is answered. */
    run: (next, window) => Promise.race([runOnce(next, window), broken]),
    close: () => socket.destroy(),
  }
}

function pduOf(command, fields) {
  const body = Buffer.concat(fields)
  const header = Buffer.alloc(HEADER_LENGTH)
  header.writeUInt32BE(HEADER_LENGTH + body.length)
  header.writeUInt32BE(command, 4)
  return Buffer.concat([header, body])
}

function cString(text) {
  return Buffer.from(`${text}\0`, 'latin1')
}

function octets(...values) {
  return Buffer.from(values)
}
