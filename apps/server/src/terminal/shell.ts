import type { Readable } from 'node:stream'

/** The input, output and environment of a command; tests pass a fake shell. */
export type Shell = {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Opened only by commands that read it. */
  stdin(): Readable
  readonly stdout: Output
  readonly stderr: Output
  /** Aborted by Ctrl-C. */
  readonly interrupted: AbortSignal
}

export type Output = NodeJS.WritableStream & { readonly isTTY?: boolean | undefined }
