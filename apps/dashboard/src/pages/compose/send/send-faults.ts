import { missingInChoice } from '../../../parts/filters/filter-choice.js'
import { expiryFault } from '../../../parts/timing/expiry.js'
import { missingIn, needsSchedule } from '../../../parts/timing/timing.js'
import { reachedIn, type Preview } from '../audience/drop-words.js'
import { audienceOf, type Composition } from '../composition.js'

export type Fault = { readonly at: 'audience' | 'from' | 'message' | 'timing' | 'expiry'; readonly words: string }

/** What keeps a composition from being sent, in the order of the page. The service checks everything again. */
export function faultsIn(composition: Composition, preview: Preview | undefined, nowMs: number): readonly Fault[] {
  const { from, timing } = composition
  const faults: Fault[] = []
  const add = (at: Fault['at'], words: string) => faults.push({ at, words })
  if (audienceOf(composition) === null) {
    add('audience', missingAudience(composition))
  } else if (preview?.recipients.accepted === 0) {
    add('audience', 'Nobody in this audience may be texted.')
  } else if (preview !== undefined && reachedIn(preview) === 0) {
    add('audience', waitsTooLong(preview))
  } else if (preview !== undefined && !needsSchedule(timing) && isShort(preview)) {
    add('audience', 'The account has not enough credits for all of these people.')
  }
  if (from === '') add('from', 'Choose a number to send from.')
  for (const words of missingMessage(composition)) add('message', words)
  const missing = missingIn(timing)
  if (missing !== null) add('timing', missing)
  const expiry = expiryFault(timing, nowMs)
  if (expiry !== null) add('expiry', expiry)
  return faults
}

function missingMessage({ source, body, mediaUrl, template, timing }: Composition): readonly string[] {
  if (source === 'template') return template === '' ? ['Choose a template.'] : []
  const isScheduled = needsSchedule(timing)
  return [
    ...(body === '' && (mediaUrl === '' || isScheduled) ? ['Write a text.'] : []),
    ...(mediaUrl !== '' && isScheduled
      ? ['Media can only be sent now and not in waves. Remove it, or send at once.']
      : []),
  ]
}

function missingAudience({ to, filter }: Composition): string {
  if (to === 'filter') return missingInChoice(filter) ?? ''
  return to === 'groups' ? 'Choose at least one group.' : 'Enter at least one number.'
}

function waitsTooLong({ windows }: Preview): string {
  const isStopped = windows !== undefined && windows.expired > 0
  if (isStopped) return 'Everybody in this audience would wait for their sending hours until the message has stopped.'
  return 'Everybody in this audience would wait too long for their sending hours.'
}

/** For a schedule the credits are needed later, at each send. */
function isShort({ credits: { required, available } }: Preview): boolean {
  return required.sms > available.sms || required.mms > available.mms
}
