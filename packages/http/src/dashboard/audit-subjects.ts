import { isStorable } from '@carillon/core'
import type { Request } from 'express'

/** What the path of a request names: ids as they are, and phone numbers masked. */
export function pathSubjects({ params }: Request): readonly string[] {
  return Object.entries(params).flatMap(([name, value]) => {
    if (NOT_SUBJECTS.has(name) || typeof value !== 'string' || !isStorable(value) || value.length > LENGTH_MAX)
      return []
    return [PHONE_NUMBERS.has(name) ? maskedPhone(value) : value]
  })
}

const NOT_SUBJECTS: ReadonlySet<string> = new Set(['account', 'name'])
const PHONE_NUMBERS: ReadonlySet<string> = new Set(['phoneNumber', 'number'])
const LENGTH_MAX = 100

/** Enough to recognize a number that one knows, and too little to learn one: `+1202…23`. */
function maskedPhone(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  return digits.length < 8 ? '…' : `+${digits.slice(0, 4)}…${digits.slice(-2)}`
}
