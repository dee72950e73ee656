import { everySoOften, startBar, type ProgressBar } from '../../terminal/progress-bar.js'
import type { Output } from '../../terminal/shell.js'

/** How much is left of the wait, whose length is in seconds. */
export type Waiting = { readonly leftMs: number; readonly wait: number }

/** Shows that the command waits for a receipt. */
export type ReceiptDisplay = { show(waiting: Waiting): void; end(): void }

export const NO_DISPLAY: ReceiptDisplay = { show() {}, end() {} }

/** Shows a bar on a terminal; in a log, a line from time to time. */
export function openReceiptDisplay(output: Output, nowMs: () => number): ReceiptDisplay {
  return output.isTTY ? onBar(output) : inLines(output, nowMs)
}

function onBar(output: Output): ReceiptDisplay {
  let bar: ProgressBar | null = null
  return {
    show({ leftMs, wait }) {
      const fields = { left: secondsOf(leftMs) }
      bar ??= startBar({ output, format: 'Waiting for the receipt {bar} {left} s left', total: wait, fields })
      bar.update(wait - fields.left, fields)
    },
    end() {
      bar?.end()
      bar = null
    },
  }
}

const LINE_EVERY_MS = 10_000

function inLines(output: Output, nowMs: () => number): ReceiptDisplay {
  let isTime: (() => boolean) | null = null
  return {
    show({ leftMs }) {
      if (isTime !== null && !isTime()) return
      isTime ??= everySoOften(LINE_EVERY_MS, nowMs)
      output.write(`Waiting for the receipt: ${secondsOf(leftMs)} s left\n`)
    },
    end: () => {},
  }
}

function secondsOf(ms: number): number {
  return Math.ceil(ms / 1_000)
}
