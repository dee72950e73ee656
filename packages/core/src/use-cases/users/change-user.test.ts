import { BY_OPERATOR, originOf, usersFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { UserPatch } from './change-user.js'

async function open() {
  const fixture = await usersFixture(inMemory())
  const { carillon, run } = fixture
  return {
    ...fixture,
    change: (user: string, patch: UserPatch) => carillon.changeUser.execute({ by: BY_OPERATOR, user, patch }),
    stored: (email: string) => run(({ users }) => users.findByEmail(email)),
  }
}

describe('the last owner who can sign in', () => {
  test.each<UserPatch>([{ isOwner: false }, { isDisabled: true }])('cannot lose %j', async (patch) => {
    const { owner, join, invite, change } = await open()
    const { user } = await owner()
    await join('ann@example.com')
    await invite('invited@example.com', { isOwner: true })
    await join('disabled@example.com', { isOwner: true })
    await change('disabled@example.com', { isDisabled: true })
    await expect(change(user.id, patch)).rejects.toMatchObject({ code: 'last-owner' })
    await change('ann@example.com', { isOwner: true })
    await change(user.id, patch)
  })

  test('remains, even if two owners remove each other at the same time', async () => {
    const { owner, join, change } = await open()
    const [one, other] = [await owner(), await join('ann@example.com', { isOwner: true })]
    const changes = await Promise.allSettled([one, other].map(({ user }) => change(user.id, { isOwner: false })))
    expect(changes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

test('a change of a user is in the audit log with the roles before and after, and a change of nothing is not', async () => {
  const { join, change, audit, account } = await open()
  const { user } = await join('ann@example.com')
  const before = (await audit()).length
  const roles = [{ account: account.id, role: 'editor' }] as const
  await change('Ann@example.com', { roles, name: 'Ann Lee' })
  await change(user.id, { roles, isDisabled: false })
  expect((await audit()).slice(before)).toMatchObject([
    {
      action: 'user.changed',
      actor: BY_OPERATOR.actor,
      subjects: [user.id],
      details: {
        before: { isOwner: false, roles: [], isDisabled: false },
        after: { isOwner: false, roles, isDisabled: false },
        renamed: true,
      },
    },
  ])
})

test('users are listed by e-mail address in steps, without hashes', async () => {
  const { owner, invite, join, change, carillon } = await open()
  await owner()
  await join('ann@example.com')
  await invite('bob@example.com')
  await change('ann@example.com', { isDisabled: true })
  const first = await carillon.listUsers.execute({ cursor: null, limit: 2 })
  expect(first.results).toMatchObject([
    { email: 'ann@example.com', status: 'disabled', hasPassword: true, hasIdentity: false },
    { email: 'bob@example.com', status: 'invited', hasPassword: false },
  ])
  expect(JSON.stringify(first)).not.toMatch(/fake:|passwordHash/)
  const second = await carillon.listUsers.execute({ cursor: first.nextCursor, limit: 2 })
  expect(second).toMatchObject({ results: [{ email: 'owner@example.com', isOwner: true }], nextCursor: null })
})

describe('an admin of an account', () => {
  test('invites people to it, and lists only its users', async () => {
    const { member, invite, carillon, account, accept, authenticate } = await open()
    const admin = await member('admin@example.com', 'admin')
    await invite('stranger@example.com')
    const given = { by: originOf(admin), account: account.id, role: 'sender' as const }
    const { user, link } = await carillon.inviteToAccount.execute({ ...given, email: 'bob@example.com' })
    expect(user).toMatchObject({ email: 'bob@example.com', role: 'sender', status: 'invited' })
    expect((await authenticate(await accept(link!.token))).roles).toEqual(new Map([[account.id, 'sender']]))
    const { results } = await carillon.listAccountUsers.execute({ account: account.id, cursor: null, limit: 10 })
    expect(results.map(({ email, role }) => [email, role])).toEqual([
      ['admin@example.com', 'admin'],
      ['bob@example.com', 'sender'],
    ])
  })

  test('gives a role to a person with roles elsewhere, whose other roles stay unseen and the same', async () => {
    const { member, join, neighbour, carillon, account, stored } = await open()
    const other = await neighbour()
    const admin = await member('admin@example.com', 'admin')
    await join('bob@example.com', { roles: [{ account: other.id, role: 'admin' }] })
    const given = { by: originOf(admin), account: account.id, role: 'viewer' as const }
    const { user, link } = await carillon.inviteToAccount.execute({ ...given, email: 'Bob@example.com' })
    expect(link).toBeNull()
    expect(JSON.stringify(user)).not.toContain(other.id)
    expect((await stored('bob@example.com'))!.roles).toHaveLength(2)
  })

  test.each([
    ['is to be an owner', true],
    ['has roles elsewhere', false],
  ])('gets no link of an invited person who %s: it would give these roles to the admin', async (_, isOwner) => {
    const { member, invite, neighbour, carillon, account } = await open()
    const other = await neighbour()
    const admin = await member('admin@example.com', 'admin')
    await invite('bob@example.com', { isOwner, roles: isOwner ? [] : [{ account: other.id, role: 'viewer' }] })
    const given = { by: originOf(admin), account: account.id, role: 'viewer' as const }
    const { link } = await carillon.inviteToAccount.execute({ ...given, email: 'bob@example.com' })
    expect(link).toBeNull()
  })

  test('makes another link for a person who was invited to this account only', async () => {
    const { member, carillon, account, accept } = await open()
    const admin = await member('admin@example.com', 'admin')
    const given = { by: originOf(admin), account: account.id, role: 'viewer' as const, email: 'bob@example.com' }
    await carillon.inviteToAccount.execute(given)
    const { link } = await carillon.inviteToAccount.execute(given)
    await accept(link!.token)
    expect((await carillon.inviteToAccount.execute(given)).link).toBeNull()
  })

  test('changes and removes roles of this account only', async () => {
    const { member, neighbour, carillon, account, stored, authenticate, audit } = await open()
    const other = await neighbour()
    const elsewhere = { account: other.id, role: 'sender' } as const
    const [admin, bob] = [
      await member('admin@example.com', 'admin'),
      await member('bob@example.com', 'viewer', [elsewhere]),
    ]
    const given = { by: originOf(admin), account: account.id, user: bob.user.id }
    expect(await carillon.changeAccountRole.execute({ ...given, role: 'admin' })).toMatchObject({ role: 'admin' })
    await expect(authenticate(bob)).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(await carillon.changeAccountRole.execute({ ...given, role: null })).toBeNull()
    expect((await stored('bob@example.com'))!.roles).toEqual([elsewhere])
    await expect(carillon.changeAccountRole.execute({ ...given, role: 'viewer' })).rejects.toMatchObject({
      code: 'user-not-found',
    })
    expect((await audit()).slice(-2)).toMatchObject([
      { action: 'user.changed', account: account.id, details: { before: 'viewer', after: 'admin' } },
      { action: 'user.removed', account: account.id, details: { before: 'admin', after: null } },
    ])
  })

  test('do not sign out a person of another account by an invitation', async () => {
    const { member, join, neighbour, carillon, account, authenticate } = await open()
    const admin = await member('admin@example.com', 'admin')
    const bob = await join('bob@example.com', { roles: [{ account: (await neighbour()).id, role: 'sender' }] })
    const given = { by: originOf(admin), account: account.id, email: 'bob@example.com' }
    expect(await carillon.inviteToAccount.execute({ ...given, role: 'viewer' })).toMatchObject({ link: null })
    expect((await authenticate(bob)).user.roles).toHaveLength(2)
    await carillon.inviteToAccount.execute({ ...given, role: 'editor' })
    await expect(authenticate(bob)).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  test('cannot change owners', async () => {
    const { member, join, carillon, account, stored } = await open()
    const admin = await member('admin@example.com', 'admin')
    const roles = [{ account: account.id, role: 'viewer' }] as const
    const owner = await join('owner@example.com', { isOwner: true, roles })
    const given = { by: originOf(admin), account: account.id }
    await expect(
      carillon.changeAccountRole.execute({ ...given, user: owner.user.id, role: 'admin' }),
    ).rejects.toMatchObject({ code: 'user-not-found' })
    const invited = await carillon.inviteToAccount.execute({ ...given, email: 'owner@example.com', role: 'admin' })
    expect(invited).toMatchObject({ user: { name: 'owner', role: 'admin' }, link: null })
    expect((await stored('owner@example.com'))!.roles).toEqual(roles)
  })
})

test('the audit log is listed in steps, with the names of the users', async () => {
  const { owner, member, carillon, account } = await open()
  const { user, session } = await owner()
  const bob = await member('bob@example.com', 'viewer')
  const given = { by: originOf({ user, session }), account: account.id, user: bob.user.id, role: 'admin' as const }
  await carillon.changeAccountRole.execute(given)
  const filters = { account: null, user: null, action: null, from: null, to: null }
  const first = await carillon.listAudit.execute({ ...filters, cursor: null, limit: 2 })
  expect(first.results.map(({ action, actor }) => [action, actor])).toEqual([
    ['user.changed', { id: user.id, name: 'owner', email: 'owner@example.com' }],
    ['user.joined', { id: bob.user.id, name: 'bob', email: 'bob@example.com' }],
  ])
  const second = await carillon.listAudit.execute({ ...filters, cursor: first.nextCursor, limit: 10 })
  expect(second).toMatchObject({ nextCursor: null, results: [{ actor: BY_OPERATOR.actor }, {}, {}] })
  expect(
    (await carillon.listAudit.execute({ ...filters, account: account.id, cursor: null, limit: 10 })).results,
  ).toHaveLength(1)
})
