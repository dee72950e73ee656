import type { Socket } from 'node:net'
import { SmppCodecError } from '../codec/codec-error.js'
import { encodePdu } from '../codec/encode-pdu.js'
import { PduStream } from '../codec/pdu-stream.js'
import type { Pdu } from '../codec/pdu.js'

type Listener = {
  onPdu(pdu: Pdu): void
  /** Called once. */
  onClose(reason: string): void
}

/** A socket that carries PDUs in both directions. Octets that are not a PDU close it: nothing after them can be read. */
export class PduConnection {
  readonly #stream = new PduStream()
  #reason: string | null = null

  constructor(
    private readonly socket: Socket,
    private readonly listener: Listener,
  ) {
    socket.on('data', (chunk: Buffer) => this.#read(chunk))
    socket.on('error', (error) => this.close(error.message))
    socket.on('close', () => this.close('the other side closed the connection'))
  }

  get isOpen(): boolean {
    return this.#reason === null && this.socket.writable
  }

  /** False if nothing was written. */
  send(pdu: Pdu | Buffer): boolean {
    if (!this.isOpen) return false
    this.socket.write(Buffer.isBuffer(pdu) ? pdu : encodePdu(pdu))
    return true
  }

  /** Ends the connection after what was written. */
  close(reason: string): void {
    if (this.#reason !== null) return
    this.#reason = reason
    this.socket.end()
    // The other side may never end its half.
    setTimeout(() => this.socket.destroy(), LINGER_MS).unref()
    this.listener.onClose(reason)
  }

  #read(chunk: Buffer): void {
    if (this.#reason !== null) return
    try {
      for (const pdu of this.#stream.push(chunk)) {
        if (this.#reason !== null) return
        this.listener.onPdu(pdu)
      }
    } catch (error) {
      if (!(error instanceof SmppCodecError)) throw error
      this.close(`a PDU cannot be read: ${error.message}`)
    }
  }
}

const LINGER_MS = 1_000
