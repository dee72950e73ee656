import { aContact, aGroup, aMembership } from '@carillon/contracts'
import { describe, expect, test } from '@jest/globals'
import { DomainError } from '../../values/errors.js'
import type { GroupId } from '../../values/ids.js'
import { joinOutcome, OPT_IN_MODES, type JoinRequest, type MembershipState } from './membership.js'

const HERE = 'grp_here'
const account = 'acc_1'
const contact = aContact({ account })

const membershipIn = (id: GroupId, state: MembershipState) =>
  aMembership({ contact, group: aGroup({ account, id }), state })

function outcomeOf(request: Omit<JoinRequest, 'group'>): string {
  try {
    return joinOutcome({ group: HERE, ...request })
  } catch (error) {
    if (error instanceof DomainError) return error.code
    throw error
  }
}

/**
 * The outcomes of joining, copied by hand from the contract. A row is the membership in this group, whether a
 * confirmation is open elsewhere, and whether the number is hard-opted-out. A column is the mode of the request, with
 * SILENT both without and with the capability.
 */
const TABLE = `
  here     elsewhere  opted-out | DIRECT             CONFIRM            SILENT, not allowed  SILENT
  none     -          -         | active             pending            silent-unavailable   active
  none     -          yes       | hard-opted-out     hard-opted-out     silent-unavailable   hard-opted-out
  none     pending    -         | pending-elsewhere  pending-elsewhere  silent-unavailable   pending-elsewhere
  none     pending    yes       | hard-opted-out     hard-opted-out     silent-unavailable   hard-opted-out
  removed  -          -         | active             pending            silent-unavailable   active
  removed  -          yes       | hard-opted-out     hard-opted-out     silent-unavailable   hard-opted-out
  removed  pending    -         | pending-elsewhere  pending-elsewhere  silent-unavailable   pending-elsewhere
  removed  pending    yes       | hard-opted-out     hard-opted-out     silent-unavailable   hard-opted-out
  pending  -          -         | unchanged          unchanged          silent-unavailable   active
  pending  -          yes       | hard-opted-out     hard-opted-out     silent-unavailable   hard-opted-out
  pending  pending    -         | unchanged          unchanged          silent-unavailable   pending-elsewhere
  pending  pending    yes       | hard-opted-out     hard-opted-out     silent-unavailable   hard-opted-out
  active   -          -         | unchanged          unchanged          unchanged            unchanged
  active   -          yes       | unchanged          unchanged          unchanged            unchanged
  active   pending    -         | unchanged          unchanged          unchanged            unchanged
  active   pending    yes       | unchanged          unchanged          unchanged            unchanged
`
const ROWS = TABLE.trim()
  .split('\n')
  .slice(1)
  .map((line) => line.trim().split(/[\s|]+/))

describe.each(ROWS)('with membership here %s, elsewhere %s, opt-out %s:', (here, elsewhere, optedOut, ...outcomes) => {
  const memberships = [
    ...(elsewhere === 'pending' ? [membershipIn('grp_elsewhere', 'pending')] : []),
    ...(here === 'none' ? [] : [membershipIn(HERE, here as MembershipState)]),
  ]
  const optedOutAt = optedOut === 'yes' ? new Date(0) : null
  const [direct, confirm, silentRefused, silent] = outcomes

  test(`joining by DIRECT gives ${direct}`, () => {
    for (const silentAllowed of [true, false]) {
      expect(outcomeOf({ mode: 'DIRECT', silentAllowed, optedOutAt, memberships })).toBe(direct)
    }
  })

  test(`joining by CONFIRM gives ${confirm}`, () => {
    for (const silentAllowed of [true, false]) {
      expect(outcomeOf({ mode: 'CONFIRM', silentAllowed, optedOutAt, memberships })).toBe(confirm)
    }
  })

  test(`joining by SILENT without the capability gives ${silentRefused}`, () => {
    expect(outcomeOf({ mode: 'SILENT', silentAllowed: false, optedOutAt, memberships })).toBe(silentRefused)
  })

  test(`joining by SILENT with the capability gives ${silent}`, () => {
    expect(outcomeOf({ mode: 'SILENT', silentAllowed: true, optedOutAt, memberships })).toBe(silent)
  })
})

describe('a request to join', () => {
  test('is not refused because of active or removed memberships elsewhere', () => {
    const memberships = [membershipIn('grp_a', 'active'), membershipIn('grp_b', 'removed')]
    const outcomes = OPT_IN_MODES.map((mode) => outcomeOf({ mode, silentAllowed: true, optedOutAt: null, memberships }))
    expect(outcomes).toEqual(['active', 'pending', 'active'])
  })

  test('is refused if one of many memberships is pending, in any position', () => {
    const others = [membershipIn('grp_a', 'active'), membershipIn('grp_b', 'pending'), membershipIn('grp_c', 'active')]
    for (const memberships of [others, [...others].reverse()]) {
      expect(outcomeOf({ mode: 'DIRECT', silentAllowed: true, optedOutAt: null, memberships })).toBe(
        'pending-elsewhere',
      )
    }
  })
})

test('the table of join outcomes has a row for every situation', () => {
  expect(new Set(ROWS.map((row) => row.slice(0, 3).join())).size).toBe(4 * 2 * 2)
  expect(ROWS.every((row) => row.length === 7)).toBe(true)
})
