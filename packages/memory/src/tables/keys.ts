import type {
  MessageLink,
  Chunk,
  ConsentLogEntry,
  Delivery,
  IdempotencyKeyRecord,
  LinkClicks,
  Membership,
  OneTimeLink,
  ProviderOptOut,
  Send,
  TemplateVersion,
} from '@carillon/core'
import type { OfImport, StoredListMember, StoredRecipientKey, StoredPoolMember, StoredPoolLoad } from './stored-rows.js'

/** Each user has at most one link, and so has the setup. */
export function linkOwner({ user }: Pick<OneTimeLink, 'user'>): string {
  return user ?? 'setup'
}

export function contactPart({ account, contact }: Pick<Membership, 'account' | 'contact'>): string {
  return `${account} ${contact}`
}

export function importPart({ account, import: id }: OfImport): string {
  return `${account} ${id}`
}

export function listPart({ account, list }: Pick<StoredListMember, 'account' | 'list'>): string {
  return `${account} ${list}`
}

export function groupPart({ account, group }: Pick<Membership, 'account' | 'group'>): string {
  return `${account} ${group}`
}

export function subjectPart({ account, subject }: Pick<ConsentLogEntry, 'account' | 'subject'>): string {
  return `${account} ${subject}`
}

export function phonePart({ account, phone }: Pick<ProviderOptOut, 'account' | 'phone'>): string {
  return `${account} ${phone}`
}

export function messageLinkPart({ account, message }: Pick<MessageLink, 'account' | 'message'>): string {
  return `${account} ${message}`
}

export function linkKey({ link, code }: Pick<LinkClicks, 'link' | 'code'>): string {
  return `${link} ${code ?? ''}`
}

export function endpointPart({ account, endpoint }: Pick<Delivery, 'account' | 'endpoint'>): string {
  return `${account} ${endpoint}`
}

export function deliveryPart({ account, endpoint, event }: Pick<Delivery, 'account' | 'endpoint' | 'event'>): string {
  return `${account} ${endpoint} ${event}`
}

export function broadcastPart({ account, broadcast }: Pick<Chunk, 'account' | 'broadcast'>): string {
  return `${account} ${broadcast}`
}

export function schedulePart({ account, schedule }: Pick<Send, 'account' | 'schedule'>): string {
  return `${account} ${schedule}`
}

export function templatePart({ account, id }: Pick<TemplateVersion, 'account' | 'id'>): string {
  return `${account} ${id}`
}

export function recipientKeyKey({ phone, key }: Pick<StoredRecipientKey, 'phone' | 'key'>): string {
  return `${phone} ${key}`
}

export function poolPart({ account, pool }: Pick<StoredPoolLoad, 'account' | 'pool'>): string {
  return `${account} ${pool}`
}

export function poolMemberKey({ pool, phone }: Pick<StoredPoolMember, 'pool' | 'phone'>): string {
  return `${pool} ${phone}`
}

export function scopedKey({ scope, key }: Pick<IdempotencyKeyRecord, 'scope' | 'key'>): string {
  return `${scope} ${key}`
}
