import { DomainError } from '@carillon/core'

export type FormRefusal = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly message: string
  /** The field of the start page that it concerns, if any. */
  readonly field?: 'phone'
}

/** How the form page shows a refused request for a code. Rethrows errors that do not belong on that page. */
export function refusalOf(error: unknown): FormRefusal {
  if (!(error instanceof DomainError)) throw error
  switch (error.code) {
    case 'too-many-codes':
      return tooEarly(Number(error.details?.['retryAfterSeconds'] ?? 60), 'Too many codes were requested.')
    case 'proof-of-work-required':
      return {
        status: 429,
        headers: {},
        message: 'Many codes are being requested at the moment. Start again to get another.',
      }
    case 'form-text-changed':
      return { status: 409, headers: {}, message: error.message }
    case 'code-not-sent':
      return { status: 503, headers: {}, message: 'No code can be sent at the moment. Try again later.' }
    case 'number-not-served':
      return { status: 422, headers: {}, message: `${error.message}.`, field: 'phone' }
    default:
      throw error
  }
}

/** The bits of the proof of work that the request lacks; null for any other error. */
export function requiredWork(error: unknown): number | null {
  const isRequired = error instanceof DomainError && error.code === 'proof-of-work-required'
  return isRequired ? Number(error.details?.['bits']) : null
}

export function tooEarly(seconds: number, why: string): FormRefusal {
  const wait = seconds < 120 ? counted(seconds, 'second') : counted(Math.ceil(seconds / 60), 'minute')
  return { status: 429, headers: { 'Retry-After': String(seconds) }, message: `${why} Try again in ${wait}.` }
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
