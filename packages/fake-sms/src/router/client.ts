import type { Response } from 'express'

/** With more than this waiting for it, a client has to go on reading. */
const UNREAD_BYTES_MAX = 1_000_000
/** However steadily it reads: far more than 200 texts can be, so that it does not happen to what it is told first. */
const UNREAD_BYTES_EVER = 32_000_000
/** Small, so that it is seen to read also what comes as one long event. */
const PIECE_BYTES = 65_536

/** Who is sent what others are sent too, each as fast as he reads it. */
export type Client = {
  send(bytes: Buffer): void
  /** Cuts off a client that has too much to read and has read nothing of it since this was called last. */
  giveUpIfStuck(): void
  /** Whoever has not read what he was sent is not waited for. */
  endAtOnce(): void
}

export function clientOf(res: Response): Client {
  const waiting: Buffer[] = []
  let unreadBytes = 0
  let isWriting = false
  let hasRead = true

  /** One piece at a time: the response itself would tell only that all of it is read. */
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
