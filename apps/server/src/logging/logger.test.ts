import { expect, test } from '@jest/globals'
import { createLogger } from './logger.js'

test('a line is one JSON object with its time and the name of its level', () => {
  const lines: string[] = []
  createLogger('info', { write: (line) => void lines.push(line) }).info({ status: 200 }, 'request')
  expect(lines).toHaveLength(1)
  const { time, ...rest } = JSON.parse(lines[0]!) as Record<string, unknown>
  expect(rest).toEqual({ level: 'info', status: 200, msg: 'request' })
  expect(new Date(String(time)).toISOString()).toBe(time)
})

test('secrets are redacted, even in nested objects', () => {
  const lines: string[] = []
  const logger = createLogger('info', { write: (line) => void lines.push(line) })
  logger.info({ secret: 'hunter2', req: { headers: { authorization: 'hunter2' } }, key: { secret: 'hunter2' } }, 'x')
  expect(lines.join()).not.toContain('hunter2')
})

test('an error is logged with its origin, but without its message', () => {
  const lines: string[] = []
  const logger = createLogger('info', { write: (line) => void lines.push(line) })
  const refused = Object.assign(new Error('insert … values (+12025550123, Hi Ann) - violates a check\n    at Hi Ann'), {
    code: '23514',
    detail: 'Failing row contains (msg_1, +12025550123, Hi Ann).',
    where: 'COPY message, line 1: "+12025550123"',
    table: 'message',
    constraint: 'message_body_check',
  })
  logger.error({ requestId: 'req_1', err: new Error('+12025550123: Hi Ann', { cause: refused }) }, 'request failed')
  expect(lines.join()).not.toMatch(/2025550123|Hi Ann|insert/)
  const { err } = JSON.parse(lines[0]!) as { err: { at: string[] } }
  expect(err).toMatchObject({
    name: 'Error',
    cause: { name: 'Error', code: '23514', table: 'message', constraint: 'message_body_check' },
  })
  expect(err.at[0]).toContain('logger.test.ts')
})

test('an error is logged without its message even if no other text is given', () => {
  const lines: string[] = []
  const logger = createLogger('info', { write: (line) => void lines.push(line) })
  logger.error(new Error('+12025550123: Hi Ann'))
  logger.error({ err: new Error('+12025550123: Hi Ann') })
  expect(lines.join()).not.toMatch(/2025550123|Hi Ann/)
})

test('lines below the level are not logged', () => {
  const lines: string[] = []
  createLogger('warn', { write: (line) => void lines.push(line) }).info('quiet')
  expect(lines).toEqual([])
})
