import { describe, expect, test } from '@jest/globals'
import type { SubmissionOutcome, TestTexts } from '@carillon/core'

export type TestTestTexts = {
  readonly texts: TestTexts
  /** Another process with the same texts. */
  readonly twin: TestTexts
}

const ACCEPTED: SubmissionOutcome = { kind: 'accepted', providerId: 'SM1' }
const FAILURE = { type: 'expired', message: 'Too late', carrierCode: '30036' } as const
const TEXT = { carrier: 'main', reference: 'test.1' }

/** The promises of every implementation of `TestTexts`. */
export function describeTestTexts(open: () => Promise<TestTestTexts>) {
  describe('a test text', () => {
    test('is found by every process after its submission, and only at its own carrier', async () => {
      const { texts, twin } = await open()
      expect(await texts.find(TEXT)).toBeNull()
      await texts.begin(TEXT)
      expect(await twin.find(TEXT)).toBeNull()
      const text = await texts.submitted(TEXT, ACCEPTED)
      expect(text).toEqual({ reference: TEXT.reference, outcome: ACCEPTED, receipt: null })
      expect(await twin.find(TEXT)).toEqual(text)
      expect(await twin.find({ ...TEXT, carrier: 'backup' })).toBeNull()
      expect(await twin.find({ ...TEXT, reference: 'test.2' })).toBeNull()
    })

    test.each<SubmissionOutcome>([
      { kind: 'refused', type: 'opted_out', message: 'Unsubscribed', carrierCode: '21610' },
      { kind: 'try-later', afterMs: null, because: 'throttled' },
      { kind: 'unknown', because: 'no-answer' },
    ])('keeps its outcome: %j', async (outcome) => {
      const { texts, twin } = await open()
      await texts.begin(TEXT)
      await texts.submitted(TEXT, outcome)
      expect(await twin.find(TEXT)).toEqual({ reference: TEXT.reference, outcome, receipt: null })
    })

    test('has the receipt that another process got', async () => {
      const { texts, twin } = await open()
      await texts.begin(TEXT)
      await texts.submitted(TEXT, ACCEPTED)
      await twin.receive(TEXT, FAILURE)
      expect(await texts.find(TEXT)).toMatchObject({ receipt: { failure: FAILURE } })
    })

    test('has a receipt that came before the outcome', async () => {
      const { texts, twin } = await open()
      await texts.begin(TEXT)
      await twin.receive(TEXT, null)
      expect(await texts.find(TEXT)).toBeNull()
      const text = await texts.submitted(TEXT, ACCEPTED)
      expect(text).toMatchObject({ outcome: ACCEPTED, receipt: { failure: null } })
      expect(await twin.find(TEXT)).toEqual(text)
    })

    test('keeps the first receipt of its own carrier', async () => {
      const { texts } = await open()
      await texts.begin(TEXT)
      await texts.submitted(TEXT, ACCEPTED)
      await texts.receive({ ...TEXT, carrier: 'backup' }, FAILURE)
      await texts.receive({ ...TEXT, reference: 'test.2' }, FAILURE)
      expect(await texts.find(TEXT)).toMatchObject({ receipt: null })
      await texts.receive(TEXT, null)
      await texts.receive(TEXT, FAILURE)
      expect(await texts.find(TEXT)).toMatchObject({ receipt: { failure: null } })
    })
  })
}
