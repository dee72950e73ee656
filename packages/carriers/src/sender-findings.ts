import type { CarrierFinding, CheckedSenders } from '@carillon/core'

/** The numbers that can text, as the carrier lists them. */
export type ListedNumbers = { readonly numbers: readonly string[]; readonly isComplete: boolean }

/** The number of missing senders that are each named. */
const NAMED_MAX = 10

/** Whether the senders are numbers of our account at the carrier. Short codes are not on these lists. */
export function senderFindings(
  carrier: string,
  { own, routed }: CheckedSenders,
  { numbers, isComplete }: ListedNumbers,
): readonly CarrierFinding[] {
  const listed = new Set(numbers)
  const found = [...own, ...routed].filter((sender) => listed.has(sender)).length
  const missing = (senders: readonly string[]) =>
    senders.filter((sender) => sender.startsWith('+') && !listed.has(sender))
  const fault = `is a sender of Carillon, but ${carrier} does not list it as a number of the account that can text`
  const findings: readonly CarrierFinding[] = [
    ...missing(own).map((sender) => numberFinding(isComplete ? 'bad' : 'unknown', `${sender} ${fault}`)),
    ...missing(routed).map((sender) =>
      numberFinding('unknown', `${sender}, whose carrier the routes choose, ${fault}`),
    ),
  ]
  const more = findings.length - NAMED_MAX
  return [
    ...(found > 0 ? [numberFinding('good', `Senders of Carillon that are numbers of the account: ${found}`)] : []),
    ...findings.slice(0, NAMED_MAX),
    ...(more > 0 ? [numberFinding('unknown', `More senders that ${carrier} does not list: ${more}`)] : []),
  ]
}

function numberFinding(state: CarrierFinding['state'], message: string): CarrierFinding {
  return { subject: 'number', state, message }
}
