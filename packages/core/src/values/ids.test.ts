import { ids } from '@carillon/contracts'
import { describe, expect, test } from '@jest/globals'
import { isGroupId, jobIdOf, parseGroupId, parseJobId } from './ids.js'

describe('the id of a group', () => {
  test('is well formed if it is grp_ followed by 26 digits or lowercase letters', () => {
    expect(isGroupId(`grp_${'0'.repeat(26)}`)).toBe(true)
    expect(isGroupId(`grp_${'z'.repeat(26)}`)).toBe(true)
    expect(parseGroupId(`grp_${'0'.repeat(26)}`)).toBe(`grp_${'0'.repeat(26)}`)
  })

  test.each([
    '',
    'grp_',
    '0'.repeat(26),
    `con_${'0'.repeat(26)}`,
    `grp_${'0'.repeat(25)}`,
    `grp_${'0'.repeat(27)}`,
    `grp_${'A'.repeat(26)}`,
    `GRP_${'0'.repeat(26)}`,
    `grp_${'0'.repeat(25)}-`,
    `grp_${'0'.repeat(26)}\n`,
    ` grp_${'0'.repeat(26)}`,
    `grp_${'٠'.repeat(26)}`,
  ])('is malformed in any other form: %j', (text) => {
    expect(isGroupId(text)).toBe(false)
    expect(() => parseGroupId(text)).toThrow('A group id must be grp_ followed by 26 digits or lowercase letters')
  })
})

test.each(['', 'job_', 'job_1', `msg_${'0'.repeat(26)}`, `job_${'A'.repeat(26)}`, `job_${'0'.repeat(27)}`])(
  '%j is not a job id, and is reported as a dead job that was not found',
  (text) => {
    expect(() => parseJobId(text)).toThrow(expect.objectContaining({ code: 'dead-job-not-found' }))
  },
)

test('a well-formed job id is parsed unchanged', () => {
  expect(parseJobId(`job_${'0'.repeat(26)}`)).toBe(`job_${'0'.repeat(26)}`)
})

test('every message has one job, whose id is derived from the id of the message', () => {
  const [one, other] = [ids.next('msg'), ids.next('msg')]
  expect(jobIdOf(one)).toBe(one.replace('msg_', 'job_'))
  expect(jobIdOf(one)).not.toBe(jobIdOf(other))
})
