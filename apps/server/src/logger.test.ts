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

test('what could let somebody in is blanked out, also inside of other things', () => {
  const lines: string[] = []
  const logger = createLogger('info', { write: (line) => void lines.push(line) })
  logger.info({ secret: 'hunter2', req: { headers: { authorization: 'hunter2' } }, key: { secret: 'hunter2' } }, 'x')
  expect(lines.join()).not.toContain('hunter2')
})

test('below its level nothing is said', () => {
  const lines: string[] = []
  createLogger('warn', { write: (line) => void lines.push(line) }).info('quiet')
  expect(lines).toEqual([])
})
