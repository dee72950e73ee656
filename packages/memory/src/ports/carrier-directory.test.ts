import { ANN, BOB } from '@carillon/contracts'
import { expect, test } from '@jest/globals'
import { inMemory } from '../in-memory.js'

test('every number is a mobile number of the same carrier', async () => {
  const mobile = { name: 'Memory Mobile', lineType: 'mobile' }
  expect(await inMemory().directory.lookUp([ANN, BOB], { deadlineMs: 1_000 })).toEqual([mobile, mobile])
})
