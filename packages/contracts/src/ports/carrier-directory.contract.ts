import { describe, expect, test } from '@jest/globals'
import type { CarrierDirectory, PhoneNumber } from '@carillon/core'
import { ANN, BOB, CAT, phoneOf } from '../fixtures/builders.js'

/** A carrier directory, with the data and variants that the tests need. */
export type TestCarrierDirectory = {
  readonly directory: CarrierDirectory
  /** A number with an unknown carrier. */
  readonly unknown: PhoneNumber
  /** A directory that cannot reach the carriers. */
  readonly cutOff: CarrierDirectory
  /** Enough time for the largest look-up in the suite, even on a busy machine; `stalled` takes longer. */
  readonly deadlineMs: number
  /** A directory that responds later than the deadline. */
  readonly stalled: CarrierDirectory
}

export function describeCarrierDirectory(openDirectory: () => Promise<TestCarrierDirectory>) {
  describe('the carrier directory', () => {
    test('returns a result for each number, in the given order', async () => {
      const { directory, unknown, deadlineMs } = await openDirectory()
      const found = await directory.lookUp([ANN, unknown, BOB], { deadlineMs })
      const carrier = { name: expect.any(String), lineType: expect.stringMatching(LINE_TYPE) }
      expect(found).toEqual([carrier, null, carrier])
    })

    test('returns the same carrier for a number at any position', async () => {
      const { directory, deadlineMs } = await openDirectory()
      const [ann, bob, cat] = await directory.lookUp([ANN, BOB, CAT], { deadlineMs })
      expect(await directory.lookUp([CAT, ANN, CAT, BOB], { deadlineMs })).toEqual([cat, ann, cat, bob])
    })

    test('accepts an empty list, and a thousand numbers', async () => {
      const { directory, deadlineMs } = await openDirectory()
      expect(await directory.lookUp([], { deadlineMs })).toEqual([])
      const phones = Array.from({ length: 1_000 }, (_, n) => phoneOf(1_000 + n))
      const found = await directory.lookUp(phones, { deadlineMs })
      expect(found.filter((carrier) => carrier !== null)).toHaveLength(1_000)
    })

    test('returns null for every number, and does not throw, if the carriers cannot be reached', async () => {
      const { cutOff, deadlineMs } = await openDirectory()
      expect(await cutOff.lookUp([ANN, BOB], { deadlineMs })).toEqual([null, null])
    })

    test('returns null for every number if the response would miss the deadline', async () => {
      const { stalled, deadlineMs } = await openDirectory()
      expect(await stalled.lookUp([ANN, BOB], { deadlineMs })).toEqual([null, null])
    })
  })
}

const LINE_TYPE = /^(?:mobile|landline|voip|unknown)$/
