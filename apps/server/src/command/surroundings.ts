/** What a command reads and writes besides the server, so that it can be run from a test as from a shell. */
export type Surroundings = {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdout: Output
  readonly stderr: Output
  /** Ctrl-C. */
  readonly interrupted: AbortSignal
}

export type Output = NodeJS.WritableStream & { readonly isTTY?: boolean | undefined }
