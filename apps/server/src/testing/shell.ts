import { Readable, Writable } from 'node:stream'
import { runCommand } from '../command/run-command.js'
import type { Shell } from '../terminal/shell.js'

export type CommandResult = { readonly code: number; readonly stdout: string; readonly stderr: string }

/** A shell in which `carillon` uses one server. */
export function aShell(env: Readonly<Record<string, string>>) {
  return async (args: readonly string[], options: Omit<ShellOptions, 'env'> = {}): Promise<CommandResult> => {
    const { shell, said } = openShell({ env, ...options })
    const code = await runCommand(args, shell)
    return { code, ...said() }
  }
}

type ShellOptions = {
  readonly env: Readonly<Record<string, string>>
  readonly stdin?: string
  /** Whether standard error is a terminal. */
  readonly isTTY?: boolean
  readonly interrupted?: AbortSignal
}

const NEVER = new AbortController().signal

/** A shell for running a command directly, with the output so far. */
export function openShell({ env, stdin = '', isTTY = false, interrupted = NEVER }: ShellOptions) {
  const [stdout, stderr] = [anOutput(), anOutput({ isTTY })]
  const shell: Shell = { env, stdin: () => Readable.from([stdin]), stdout, stderr, interrupted }
  return { shell, said: () => ({ stdout: stdout.text(), stderr: stderr.text() }) }
}

/** Records the text that is written to it. */
export function anOutput({ isTTY = false } = {}) {
  const chunks: Buffer[] = []
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  })
  return Object.assign(stream, { isTTY, text: () => Buffer.concat(chunks).toString() })
}
