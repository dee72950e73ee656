import { decodePdu, lengthOf } from './decode-pdu.js'
import type { Pdu } from './pdu.js'

/** Cuts the octets of a connection into PDUs. Keeps at most one PDU that has not arrived whole, and one chunk. */
export class PduStream {
  #chunks: Buffer[] = []
  #octets = 0
  /** The length of the PDU at the beginning; 4 until it is known. */
  #wanted = LENGTH_OCTETS
  #isLengthKnown = false

  /** The PDUs that are whole now. Throws `SmppCodecError`: the stream is of no use after it. */
  push(chunk: Buffer): Generator<Pdu> {
    this.#chunks.push(chunk)
    this.#octets += chunk.length
    return this.#wholePdus()
  }

  *#wholePdus(): Generator<Pdu> {
    while (this.#octets >= this.#wanted) {
      const all = this.#joined()
      if (!this.#isLengthKnown) {
        this.#wanted = lengthOf(all)
        this.#isLengthKnown = true
        continue
      }
      const pdu = all.subarray(0, this.#wanted)
      const rest = all.subarray(this.#wanted)
      this.#chunks = [rest]
      this.#octets = rest.length
      this.#wanted = LENGTH_OCTETS
      this.#isLengthKnown = false
      yield decodePdu(pdu)
    }
  }

  #joined(): Buffer {
    if (this.#chunks.length > 1) this.#chunks = [Buffer.concat(this.#chunks)]
    return this.#chunks[0]!
  }
}

const LENGTH_OCTETS = 4
