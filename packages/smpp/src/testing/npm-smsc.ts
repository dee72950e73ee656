import type { AddressInfo } from 'node:net'
import { createServer, type PDU, type Session } from 'smpp'

export type ReadByNpm = {
  readonly source: string
  readonly dest: string
  readonly text: string
  readonly concatenation: readonly number[] | null
  readonly userReference: number | null
}

type Reaction = 'take' | 'stall' | { readonly status: number }

/** An SMSC made of npm `smpp`: it reads what our codec writes, and we read what it writes. */
export async function openNpmSmsc() {
  const taken: ReadByNpm[] = []
  const sessions: Session[] = []
  const control = { react: (_dest: string): Reaction => 'take' }
  let lastId = 0
  const server = createServer((session) => {
    sessions.push(session)
    session.on('error', () => session.destroy())
    for (const command of ['bind_transceiver', 'bind_transmitter', 'bind_receiver', 'enquire_link', 'unbind']) {
      session.on(command, (pdu: PDU) => session.send(pdu.response()))
    }
    session.on('submit_sm', (pdu: PDU) => {
      const reaction = control.react(String(pdu['destination_addr']))
      if (typeof reaction === 'object') return session.send(pdu.response({ command_status: reaction.status }))
      taken.push(read(pdu))
      if (reaction === 'take') session.send(pdu.response({ message_id: `m${++lastId}` }))
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()))
  return {
    port: (server.address() as AddressInfo).port,
    taken,
    control,
    /** Delivers on the first bind, and returns the status of the answer. */
    deliver: (fields: Readonly<Record<string, unknown>>) =>
      new Promise<number>((resolve) => sessions[0]!.deliver_sm(fields, (pdu) => resolve(pdu.command_status))),
    close: () => {
      for (const session of sessions) session.destroy()
      server.close()
    },
  }
}

type ShortMessage = { readonly message: string | Buffer; readonly udh?: Buffer | readonly Buffer[] }

function read(pdu: PDU): ReadByNpm {
  const { message, udh } = pdu['short_message'] as ShortMessage
  const [header] = udh === undefined ? [] : Array.isArray(udh) ? (udh as Buffer[]) : [udh as Buffer]
  return {
    source: `${pdu['source_addr_ton'] === 1 ? '+' : ''}${pdu['source_addr']}`,
    dest: `${pdu['dest_addr_ton'] === 1 ? '+' : ''}${pdu['destination_addr']}`,
    text: String(message),
    concatenation: header ? [...header].slice(-3) : null,
    userReference: (pdu['user_message_reference'] as number | undefined) ?? null,
  }
}
