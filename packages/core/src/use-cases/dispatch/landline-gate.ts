import type { Chunk } from '../../model/broadcasts/chunk.js'
import type { LineType } from '../../ports/carriers.js'
import type { Stores } from '../../stores/unit-of-work.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { refusesLandlines } from '../messages/landlines.js'
import type { CheckedRecipients } from './consent-gate.js'
import { withStops, type Stop } from './with-stops.js'

/**
 * Stops the recipients whose number is known to be a landline, if the account refuses landlines. A number whose line
 * type is not known yet is looked up after the attempt is committed, and checked again before it is submitted.
 */
export async function stopLandlines(
  stores: Pick<Stores, 'accounts'>,
  { account, recipients }: Chunk,
  { allowed, ...stops }: CheckedRecipients,
  lineTypes: ReadonlyMap<PhoneNumber, LineType>,
): Promise<CheckedRecipients> {
  const isLandline = (index: number) => lineTypes.get(recipients.phones[index]!) === 'landline'
  if (!allowed.some(isLandline) || !(await refusesLandlines(stores, account))) return { allowed, ...stops }
  const landlines = allowed.filter(isLandline).map((index): Stop => ({ index, by: 'landline' }))
  return { allowed: allowed.filter((index) => !isLandline(index)), ...withStops(stops, landlines) }
}
