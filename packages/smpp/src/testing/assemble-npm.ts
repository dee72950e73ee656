import type { Submission } from '@carillon/core'
import { userReferenceOf } from '../receipts/echo.js'
import type { ReadByNpm } from './npm-smsc.js'
import { asSubmission } from './assemble.js'

/** The texts of a submission as npm `smpp` read them. */
export function deliveriesReadByNpm(taken: readonly ReadByNpm[], reference: string): readonly Submission[] {
  const firsts = taken.filter(({ userReference }) => userReference === userReferenceOf(reference, 1))
  return firsts.map((first) => {
    const key = first.concatenation?.slice(0, 2).join()
    const parts =
      key === undefined
        ? [first]
        : taken.filter((one) => one.dest === first.dest && one.concatenation?.slice(0, 2).join() === key)
    const inOrder = parts.toSorted((one, other) => (one.concatenation?.[2] ?? 1) - (other.concatenation?.[2] ?? 1))
    return asSubmission({
      reference,
      from: first.source,
      to: first.dest,
      body: inOrder.map(({ text }) => text).join(''),
    })
  })
}
