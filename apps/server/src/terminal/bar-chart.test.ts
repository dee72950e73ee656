import { expect, test } from '@jest/globals'
import { barChart } from './bar-chart.js'

const bar = (label: string, value: number) => ({ label, value, text: String(value) })

test('the longest bar ends at column 80, the others are proportional, and every nonzero bar is visible', () => {
  const chart = barChart([bar('a', 1_000_000), bar('bb', 500_000), bar('c', 1), bar('d', 0)])
  const room = 80 - 2 - 7 - 4
  expect(chart.split('\n')).toEqual([
    `a   1000000  ${'█'.repeat(room)}`,
    `bb   500000  ${'█'.repeat(33)}▌`,
    'c         1  ▏',
    'd         0',
    '',
  ])
  expect(Math.max(...chart.split('\n').map((line) => line.length))).toBe(80)
})

test('a header row comes first', () => {
  expect(barChart([bar('2026-03-01', 0)], { label: 'DAY', text: 'PEOPLE' })).toBe(
    'DAY         PEOPLE\n2026-03-01       0\n',
  )
})
