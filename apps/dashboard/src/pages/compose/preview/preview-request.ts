import { expiryFault, expiryFieldsOf } from '../../../parts/timing/expiry.js'
import { audienceOf, hasMessage, messageOf, type Composition } from '../composition.js'

/** The people of an audience can be counted before a text is written; what is said of the text is then not shown. */
const NO_TEXT_YET = '-'

/** What is previewed of a composition. An expiry that would be refused is left out: the field of the expiry says what is wrong. */
export function previewRequestOf(composition: Composition, nowMs: number) {
  const { from, timing } = composition
  const message = hasMessage(composition) ? messageOf(composition) : { body: NO_TEXT_YET }
  const expiry = expiryFault(timing, nowMs) === null ? expiryFieldsOf(timing) : {}
  return { audience: audienceOf(composition) ?? {}, from, ...message, isScheduled: timing.when !== 'now', ...expiry }
}
