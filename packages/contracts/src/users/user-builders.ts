import type { AuditEntry, OneTimeLink, Session, User } from '@carillon/core'
import { after, ids, NOW } from '../fixtures/builders.js'

/** An active user with a password and no roles. */
export function aUser(given: Partial<User> = {}): User {
  const id = ids.next('usr')
  return {
    id,
    email: `${id}@example.com`,
    name: 'Ann Lee',
    isOwner: false,
    roles: [],
    passwordHash: 'a hash',
    identity: null,
    timezone: null,
    disabledAt: null,
    createdAt: NOW,
    ...given,
  }
}

export function aSession(given: Partial<Session> & Pick<Session, 'user'>): Session {
  const id = ids.next('ses')
  return {
    id,
    tokenHash: `hash of ${id}`,
    createdAt: NOW,
    lastSeenAt: NOW,
    expiresAt: after(12 * 3_600),
    address: '192.0.2.1',
    userAgent: 'Firefox',
    ...given,
  }
}

export function aLink(given: Partial<OneTimeLink> = {}): OneTimeLink {
  const tokenHash = `hash of ${ids.next('ses')}`
  return { purpose: 'setup', user: null, tokenHash, createdAt: NOW, expiresAt: after(24 * 3_600), ...given }
}

export function anAuditEntry(given: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: ids.next('aud'),
    at: NOW,
    actor: { command: 'admin token' },
    session: null,
    address: null,
    account: null,
    action: 'user.invited',
    subjects: [],
    details: {},
    ...given,
  }
}
