import type { components } from '../../api/schema.js'

export type Conversation = components['schemas']['Conversation']
export type Message = components['schemas']['Message']
export type Consent = components['schemas']['Consent']
export type Note = components['schemas']['Note']

/** The name of the contact, or the number if it has none. */
export function nameOf({ firstName, lastName, phoneNumber }: Conversation): string {
  const name = [firstName, lastName].filter((part) => part !== undefined && part !== '').join(' ')
  return name === '' ? phoneNumber : name
}
