import { describe, expect, test } from '@jest/globals'
import type { CarrierDirectory, PhoneNumber } from '@carillon/core'
import { ANN, BOB, CAT, phoneOf } from '../fixtures/builders.js'

/** A directory, with what a test needs to know and change about it. */
export type TestCarrierDirectory = {
  readonly directory: CarrierDirectory
  /** A number whose carrier nobody knows. */
  readonly unknown: PhoneNumber
  /** A directory that cannot reach the carriers. */
  readonly cutOff: CarrierDirectory
  /** Enough for the largest look-up of the suite, however busy the machine; `stalled` takes longer. */
  readonly deadlineMs: number
  /** A directory that responds later than the deadline. */
  readonly stalled: CarrierDirectory
}

export function describeCarrierDirectory(openDirectory: () => Promise<TestCarrierDirectory>) {
  describe('the directory of carriers', () => {
    test('answers for each number by itself, in their order', async () => {
      const { directory, unknown, deadlineMs } = await openDirectory()
      const found = await directory.lookUp([ANN, unknown, BOB], { deadlineMs })
      const carrier = { name: expect.any(String), lineType: expect.stringMatching(LINE_TYPE) }
      expect(found).toEqual([carrier, null, carrier])
    })

    test('says the same of a number wherever it stands', async () => {
      const { directory, deadlineMs } = await openDirectory()
      const [ann, bob, cat] = await directory.lookUp([ANN, BOB, CAT], { deadlineMs })
      expect(await directory.lookUp([CAT, ANN, CAT, BOB], { deadlineMs })).toEqual([cat, ann, cat, bob])
    })

    test('can be asked for none and for a thousand at once', async () => {
      const { directory, deadlineMs } = await openDirectory()
      expect(await directory.lookUp([], { deadlineMs })).toEqual([])
      const phones = Array.from({ length: 1_000 }, (_, n) => phoneOf(1_000 + n))
      const found = await directory.lookUp(phones, { deadlineMs })
      expect(found.filter((carrier) => carrier !== null)).toHaveLength(1_000)
    })

    test('answers null for all, and never throws, when it cannot be reached', async () => {
      const { cutOff, deadlineMs } = await openDirectory()
      expect(await cutOff.lookUp([ANN, BOB], { deadlineMs })).toEqual([null, null])
    })

    test('answers null for all when an answer would come too late', async () => {
      const { stalled, deadlineMs } = await openDirectory()
      expect(await stalled.lookUp([ANN, BOB], { deadlineMs })).toEqual([null, null])
    })
  })
}

const LINE_TYPE = /^(?:mobile|landline|voip|unknown)$/
