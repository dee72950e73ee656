import { pino, stdTimeFunctions, type DestinationStream, type LogFn, type Logger } from 'pino'
import type { LogLevel } from '../settings/config.js'
import { traceOf } from './trace-of.js'

export type { Logger } from 'pino'

/**
 * Logs one JSON object per line. Credentials are redacted wherever they appear; phone numbers and texts of
 * contacts are never logged, and an error, which may quote them, is reduced to its trace.
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

/** Gives a line without a message an empty message: otherwise pino would use the message of the error. */
function logMethod(this: Logger, args: Parameters<LogFn>, method: LogFn) {
  const [fields] = args
  if (typeof fields === 'object' && args.length === 1) method.call(this, fields, '')
  else method.apply(this, args)
}

const SECRETS = ['authorization', 'cookie', 'password', 'secret', 'token', 'adminToken', 'connectionString']
