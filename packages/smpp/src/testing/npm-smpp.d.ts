/** What the tests use of npm `smpp`, which has no types. */
declare module 'smpp' {
  import type { EventEmitter } from 'node:events'
  import type { Server } from 'node:net'

  type Fields = Readonly<Record<string, unknown>>

  class PDU {
    constructor(command: string | Buffer, fields?: Fields)
    [field: string]: unknown
    command: string
    command_id: number
    command_status: number
    sequence_number: number
    response(fields?: Fields): PDU
    toBuffer(): Buffer
  }

  type Session = EventEmitter & {
    send(pdu: PDU): boolean
    deliver_sm(fields: Fields, onAnswer: (pdu: PDU) => void): boolean
    close(): void
    destroy(): void
  }

  function createServer(listener: (session: Session) => void): Server
  const addTLV: (tag: string, options: object) => void

  export { PDU, addTLV, createServer, type Session }
}
