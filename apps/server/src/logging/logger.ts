import { pino, stdTimeFunctions, type DestinationStream, type LogFn, type Logger } from 'pino'
import type { LogLevel } from '../settings/config.js'
import { traceOf } from './trace-of.js'

export type { Logger } from 'pino'

/**
 * One JSON object a line. What could let somebody in is blanked out wherever it appears; numbers and texts of
 * contacts are not logged in the first place, and of an error, which may quote them, only its trace is.
 */
export function createLogger(level: LogLevel, destination: DestinationStream = process.stdout): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      serializers: { err: traceOf },
      hooks: { logMethod },
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[hidden]' },
    },
    destination,
  )
}

/** Where a line has no words of its own, pino would take those of its error. */
function logMethod(this: Logger, args: Parameters<LogFn>, method: LogFn) {
  const [fields] = args
  if (typeof fields === 'object' && args.length === 1) method.call(this, fields, '')
  else method.apply(this, args)
}

const SECRETS = ['authorization', 'cookie', 'password', 'secret', 'token', 'adminToken', 'connectionString']
