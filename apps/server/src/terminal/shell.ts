import type { Readable } from 'node:stream'

/** What a command reads and writes besides the server; a test has a shell of its own to run it in. */
export type Shell = {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Opened by whoever reads it. */
  stdin(): Readable
  readonly stdout: Output
  readonly stderr: Output
  /** Ctrl-C. */
  readonly interrupted: AbortSignal
}

export type Output = NodeJS.WritableStream & { readonly isTTY?: boolean | undefined }
