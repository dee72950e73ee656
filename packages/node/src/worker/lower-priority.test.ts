import { expect, test } from '@jest/globals'
import { lowerPriority } from './lower-priority.js'

test('the priority of the process is lowered, and a refusal is ignored', () => {
  const asked: number[] = []
  lowerPriority((priority) => void asked.push(priority))
  expect(asked).toEqual([10])
  const refuse = () => {
    throw new Error('EACCES')
  }
  expect(() => lowerPriority(refuse)).not.toThrow()
})
