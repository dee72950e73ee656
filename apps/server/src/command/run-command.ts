import { CommanderError, type Command } from 'commander'
import { UserError } from '../settings/user-error.js'
import type { Shell } from '../terminal/shell.js'
import { createProgram } from './program.js'

/** Resolves to the exit code: 0, or 1 after printing the reason on standard error. */
export async function runCommand(args: readonly string[], shell: Shell): Promise<number> {
  const program = createProgram(shell)
  eachOf(program, (command) => command.exitOverride())
  try {
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode
    shell.stderr.write(`${explained(error, shell)}\n`)
    return 1
  }
}

/** Includes a stack trace only if the operator asked for details. */
function explained(error: unknown, { env }: Shell): string {
  const detailed = ['debug', 'trace'].includes(env['CARILLON_LOG_LEVEL'] ?? '')
  if (detailed && error instanceof Error && error.stack !== undefined) return error.stack
  return linesOf(error)
    .map((line) => `carillon: ${line}`)
    .join('\n')
}

function linesOf(error: unknown): readonly string[] {
  const { message, code } = error as { message?: string; code?: string }
  const text = message || code || String(error)
  return error instanceof UserError ? text.split('\n') : [text.replace(/\s+/g, ' ')]
}

function eachOf(command: Command, visit: (command: Command) => void): void {
  visit(command)
  for (const child of command.commands) eachOf(child, visit)
}
