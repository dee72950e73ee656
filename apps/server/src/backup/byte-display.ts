import { startBar } from '../terminal/progress-bar.js'
import type { Output } from '../terminal/shell.js'
import { formatSize } from './format-amounts.js'

export type ByteDisplay = {
  /** Passes on the chunks and the return value unchanged, and shows the progress in bytes. */
  counted<R>(chunks: AsyncIterator<Buffer, R>, bytesBefore?: number): AsyncGenerator<Buffer, R>
  end(): void
}

type DisplayOptions = { readonly bytesTotal: number; readonly doing: string }

/** Shows a progress bar on a terminal, and nothing in a log. */
export function openByteDisplay(output: Output, { bytesTotal, doing }: DisplayOptions): ByteDisplay {
  const format = `${doing} {bar} {percentage}% | {size}`
  const bar = output.isTTY ? startBar({ output, format, total: bytesTotal, fields: { size: formatSize(0) } }) : null
  let bytes = 0
  return {
    async *counted(chunks, bytesBefore = 0) {
      let done = bytesBefore
      try {
        for (;;) {
          const next = await chunks.next()
          if (next.done === true) return next.value
          bytes += next.value.length
          done += next.value.length
          bar?.update(Math.min(done, bytesTotal), { size: formatSize(bytes) })
          yield next.value
        }
      } finally {
        await chunks.return?.()
      }
    },
    end: () => bar?.end(),
  }
}
