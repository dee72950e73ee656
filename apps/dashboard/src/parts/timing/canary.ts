import type { components } from '../../api/schema.js'

/** A canary as a form has it, with its limits in percent. */
export type CanaryChoice = {
  readonly recipients: number
  readonly waitMinutes: number
  readonly failedPercent: number
  readonly optedOutPercent: number
  /** Not shown. It is kept from a schedule that another client made, unless the canary becomes smaller. */
  readonly atLeast: number
}

export const NEW_CANARY: CanaryChoice = {
  recipients: 500,
  waitMinutes: 30,
  failedPercent: 5,
  optedOutPercent: 2,
  atLeast: 200,
}

type Canary = components['schemas']['Canary']

/** As the service wants it. */
export function canaryFieldsOf({ recipients, waitMinutes, ...limits }: CanaryChoice): Canary {
  return {
    recipients,
    waitMinutes,
    stopWhen: {
      failedOver: shareOf(limits.failedPercent),
      optedOutOver: shareOf(limits.optedOutPercent),
      atLeast: Math.min(limits.atLeast, recipients),
    },
  }
}

/** The opposite of `canaryFieldsOf`. */
export function canaryChoiceOf({ recipients, waitMinutes, stopWhen }: Canary): CanaryChoice {
  return {
    recipients,
    waitMinutes,
    failedPercent: percentOf(stopWhen.failedOver),
    optedOutPercent: percentOf(stopWhen.optedOutOver),
    atLeast: stopWhen.atLeast,
  }
}

/** "First to 500 people, and to the others after 30 minutes unless over 5 % fail or over 2 % opt out." */
export function canaryWords({ recipients, waitMinutes, failedPercent, optedOutPercent }: CanaryChoice): string {
  const first = `First to ${NUMBERS.format(recipients)} ${recipients === 1 ? 'person' : 'people'}`
  const after = `after ${NUMBERS.format(waitMinutes)} ${waitMinutes === 1 ? 'minute' : 'minutes'}`
  return `${first}, and to the others ${after} unless over ${failedPercent} % fail or over ${optedOutPercent} % opt out.`
}

/** With two decimals, so that a share has the same percentage again. */
export function percentOf(share: number): number {
  return Math.round(share * 10_000) / 100
}

export function shareOf(percent: number): number {
  return Math.round(percent * 100) / 10_000
}

const NUMBERS = new Intl.NumberFormat('en')
