import { bandwidth } from './bandwidth.js'
import { sinch } from './sinch.js'
import { telnyx } from './telnyx.js'
import { twilio } from './twilio.js'
import { vonage } from './vonage.js'

/**
 * The HTTP carriers, by the name of their type. Each has the `sources` of its test carrier, what its receipts are
 * signed with, and `open`, which gets what the sources export and starts the test carrier:
 *
 * - `url`: where it listens, and `settings(url)`: those of the file of carriers, if it is reached at another URL.
 * - `textIn(body)`: the reference and the phone of a submission, and `idIn(answer)`: the carrier's id in its answer.
 * - `receipt(text, status, { at, isForged })`: the request for a receipt. A status is `queued`, `sent`, `delivered` or
 *   `failed`. A forged receipt is signed with a secret of somebody else.
 * - `refuse(phone)`: from now on, texts to the phone are refused.
 * - `change(path, answer)`: the answer as the service gets it; `disturb()`: called at every change of the mood. Both are
 *   optional.
 * - `phonesOf(reference)`: the phones that got a text with the reference, as often as they got it.
 */
export const KINDS = { twilio, telnyx, sinch, bandwidth, vonage }
