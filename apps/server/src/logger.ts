import { pino, stdTimeFunctions, type DestinationStream, type Logger } from 'pino'
import type { LogLevel } from './config.js'

export type { Logger } from 'pino'

/**
 * One JSON object a line. What could let somebody in is blanked out wherever it appears; numbers and texts of
 * contacts are not logged in the first place.
 */
export function createLogger(level: LogLevel, destination: DestinationStream = process.stdout): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[hidden]' },
    },
    destination,
  )
}

const SECRETS = ['authorization', 'cookie', 'password', 'secret', 'token', 'adminToken', 'connectionString']
