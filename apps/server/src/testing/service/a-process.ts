import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export const BIN = fileURLToPath(new URL('../../../bin/carillon.js', import.meta.url))

export type Process = {
  readonly child: ChildProcess
  stdout(): string
  stderr(): string
  /** Resolves when the text has been printed; rejects if the process ends without it. */
  printed(text: string): Promise<void>
  /** The exit code, or the signal that ended the process. */
  readonly ended: Promise<number | string>
}

/** Runs Node with the arguments in a separate process, with only `PATH` and the given environment. */
export function aProcess(args: readonly string[], env: Readonly<Record<string, string>>): Process {
  const child = spawn(process.execPath, [...args], { env: { PATH: process.env['PATH'], ...env } })
  const said = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk: Buffer) => (said.stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said.stderr += chunk.toString()))
  const ended = once(child, 'close').then(([code, signal]: unknown[]) => (code ?? signal) as number | string)
  return {
    child,
    stdout: () => said.stdout,
    stderr: () => said.stderr,
    ended,
    async printed(text) {
      let over = false
      void ended.then(() => (over = true))
      while (!said.stdout.includes(text)) {
        if (over) throw new Error(`It ended without printing ${JSON.stringify(text)}: ${said.stdout}${said.stderr}`)
        await Promise.race([once(child.stdout, 'data'), ended])
      }
    },
  }
}
