import { expect, test } from '@jest/globals'
import { anOutput } from '../../testing/shell.js'
import { showProgress } from './import-progress.js'

const HALF = { rows: 499, created: 499, updated: 0, unchanged: 0, joined: 499 }

test('the bar shows the rows that are done, not the bytes that were sent', () => {
  const terminal = anOutput({ isTTY: true })
  const progress = showProgress(terminal, 13_000)
  progress.sent(Buffer.from('+12025550123\n'.repeat(1_000)))
  progress.report(HALF)
  progress.end()
  expect(terminal.text()).toContain(' 50% | 499 rows | ')
  expect(progress.now()).toEqual(HALF)
})

test('no bar is written to a log', () => {
  const log = anOutput()
  const progress = showProgress(log, 13_000)
  progress.sent(Buffer.from('+12025550123\n'.repeat(1_000)))
  progress.report(HALF)
  progress.end()
  expect(log.text()).toBe('')
})
