import type { Response } from 'express'

/** A client with more unread bytes than this is disconnected if it has stopped reading. */
const UNREAD_BYTES_MAX = 1_000_000
/** The limit even for a client that keeps reading: far more than the initial 200 texts can need. */
const UNREAD_BYTES_EVER = 32_000_000
/** Small pieces show that a client still reads, even during one long event. */
const PIECE_BYTES = 65_536

/** One client of the event stream, which gets events as fast as it reads them. */
export type Client = {
  send(bytes: Buffer): void
  /** Disconnects the client if it has too many unread bytes and has read nothing since the previous call. */
  giveUpIfStuck(): void
  /** Ends the response without waiting for unread data. */
  endAtOnce(): void
}

export function clientOf(res: Response): Client {
  const waiting: Buffer[] = []
  let unreadBytes = 0
  let isWriting = false
  let hasRead = true

  /** Writes one piece at a time, because the callback of a write is called only when all of its bytes were read. */
  function write() {
    const piece = waiting.shift()
    isWriting = piece !== undefined
    if (piece === undefined) return
    res.write(piece, (error) => {
      if (error) return
      unreadBytes -= piece.length
      hasRead = true
      write()
    })
  }

  return {
    send(bytes) {
      if (res.writableEnded || res.destroyed) return
      if (unreadBytes > UNREAD_BYTES_EVER) return void res.destroy()
      for (let at = 0; at < bytes.length; at += PIECE_BYTES) waiting.push(bytes.subarray(at, at + PIECE_BYTES))
      unreadBytes += bytes.length
      if (!isWriting) write()
    },
    giveUpIfStuck() {
      if (unreadBytes > UNREAD_BYTES_MAX && !hasRead) res.destroy()
      hasRead = false
    },
    endAtOnce() {
      if (unreadBytes > 0) res.destroy()
      else res.end()
    },
  }
}
