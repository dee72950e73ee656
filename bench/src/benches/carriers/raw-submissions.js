import { once } from 'node:events'
import { connect } from 'node:net'

const BIND_TRANSMITTER = 2
const SUBMIT_SM = 4
const INTERFACE_VERSION = 0x34
const HEADER_LENGTH = 16
const STATUS_AT = 8
const SEQUENCE_AT = 12

/**
 * Submits the same message again and again on several binds, each with a full window: no client can be faster, so this
 * is the speed of the SMSC.
 */
export async function openRawBinds({ port, binds, window, from, to, text }) {
  const open = await Promise.all(Array.from({ length: binds }, () => openRawBind(port)))
  const submission = pduOf(SUBMIT_SM, [
    ...[cString(''), octets(1, 1), cString(from.slice(1)), octets(1, 1), cString(to.slice(1))],
    ...[octets(0, 0, 0), cString(''), cString(''), octets(0, 0, 0, 0)],
    ...[octets(text.length), Buffer.from(text, 'latin1')],
  ])
  return {
    async submit(count) {
      let left = count
      const next = () => (left-- > 0 ? submission : null)
      await Promise.all(open.map((bind) => bind.run(next, window)))
      return count
    },
    close: () => open.forEach((bind) => bind.close()),
  }
}

async function openRawBind(port) {
  const socket = connect(port, '127.0.0.1').setNoDelay()
  await once(socket, 'connect')
  let onAnswer = (_status) => {}
  let rest = Buffer.alloc(0)
  socket.on('error', () => {})
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
  await bound
  return {
    /** Writes what `next` returns, up to `window` at once, until that is null and everything is answered. */
    run: (next, window) =>
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
      }),
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
