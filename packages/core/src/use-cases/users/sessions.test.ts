import { BY_OPERATOR, originOf, usersFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'

const HOUR_MS = 3_600_000
const ENDED = { code: 'unauthenticated' }

async function open() {
  const adapters = inMemory()
  const fixture = await usersFixture(adapters)
  const ann = await fixture.member('ann@example.com', 'admin')
  return { ...fixture, ann, pass: (ms: number) => adapters.clock.advance(ms) }
}

describe('a session', () => {
  test('has the roles of its user', async () => {
    const { authenticate, ann, account } = await open()
    const { user, roles } = await authenticate(ann)
    expect(user.id).toBe(ann.user.id)
    expect(roles).toEqual(new Map([[account.id, 'admin']]))
  })

  test('ends after 12 hours without use', async () => {
    const { authenticate, ann, pass } = await open()
    pass(12 * HOUR_MS - 1)
    await authenticate(ann)
    pass(12 * HOUR_MS)
    await expect(authenticate(ann)).rejects.toMatchObject(ENDED)
  })

  test('ends after 7 days, even if it is used all the time', async () => {
    const { authenticate, ann, pass } = await open()
    for (let hours = 6; hours < 7 * 24; hours += 6) {
      pass(6 * HOUR_MS)
      await authenticate(ann)
    }
    pass(6 * HOUR_MS - 1)
    await authenticate(ann)
    pass(1)
    await expect(authenticate(ann)).rejects.toMatchObject(ENDED)
  })

  test('notes its last use at most once a minute', async () => {
    const { authenticate, ann, pass, carillon } = await open()
    const lastSeen = async () => (await carillon.listSessions.execute({ user: 'ann@example.com' }))[0]!.lastSeenAt
    const begun = await lastSeen()
    pass(59_999)
    await authenticate(ann)
    expect(await lastSeen()).toEqual(begun)
    pass(1)
    await authenticate(ann)
    expect(await lastSeen()).toEqual(new Date(begun.getTime() + 60_000))
  })

  test.each(['', 'unknown', 'x'.repeat(10_000)])('is unknown with the token %.20j', async (token) => {
    const { authenticate } = await open()
    await expect(authenticate({ token })).rejects.toMatchObject(ENDED)
  })

  test('is stored with the hash of its token only, and listed without it', async () => {
    const { ann, run, carillon } = await open()
    expect(await run(({ sessions }) => sessions.findByToken(ann.token))).toBeNull()
    const listed = await carillon.listSessions.execute({ user: ann.user.id })
    expect(JSON.stringify(listed)).not.toContain(ann.session.tokenHash)
    expect(listed).toMatchObject([{ id: ann.session.id, address: '192.0.2.1', userAgent: 'Firefox' }])
  })

  test('ends with the sign-out, which is in the audit log', async () => {
    const { ann, carillon, authenticate, audit } = await open()
    await carillon.signOut.execute({ session: ann.session, address: '192.0.2.1' })
    await carillon.signOut.execute({ session: ann.session, address: '192.0.2.1' })
    await expect(authenticate(ann)).rejects.toMatchObject(ENDED)
    expect((await audit()).filter(({ action }) => action === 'session.ended')).toMatchObject([
      { actor: { user: ann.user.id }, session: ann.session.id, subjects: [ann.session.id] },
    ])
  })

  test('ends when it is revoked, one or all but one', async () => {
    const { ann, signIn, carillon, authenticate, audit } = await open()
    const [two, three] = [await signIn('ann@example.com'), await signIn('ann@example.com')]
    const by = originOf(three)
    await carillon.revokeSession.execute({ by, user: ann.user.id, session: ann.session.id })
    await expect(authenticate(ann)).rejects.toMatchObject(ENDED)
    await authenticate(two)
    expect(await carillon.revokeSessions.execute({ by, user: ann.user.id, except: three.session.id })).toBe(1)
    await expect(authenticate(two)).rejects.toMatchObject(ENDED)
    await authenticate(three)
    expect((await audit()).filter(({ action }) => action === 'session.revoked')).toMatchObject([
      { actor: by.actor, subjects: [ann.session.id] },
      { actor: by.actor, subjects: [two.session.id] },
    ])
  })

  test('of another user is not found', async () => {
    const { ann, member, carillon, authenticate } = await open()
    const bob = await member('bob@example.com', 'viewer')
    for (const session of [ann.session.id, 'ses_x']) {
      const revoking = carillon.revokeSession.execute({ by: originOf(bob), user: bob.user.id, session })
      await expect(revoking).rejects.toMatchObject({ code: 'session-not-found' })
    }
    await authenticate(ann)
  })
})

describe('all sessions of a user end', () => {
  test.each([
    ['roles', { roles: [] }],
    ['isOwner', { isOwner: true }],
    ['isDisabled', { isDisabled: true }],
  ])('when %s changes', async (_, patch) => {
    const { ann, carillon, authenticate } = await open()
    await carillon.changeUser.execute({ by: BY_OPERATOR, user: ann.user.id, patch })
    await expect(authenticate(ann)).rejects.toMatchObject(ENDED)
  })

  test('but not when only the name changes', async () => {
    const { ann, carillon, authenticate } = await open()
    await carillon.changeUser.execute({ by: BY_OPERATOR, user: ann.user.id, patch: { name: 'Ann' } })
    await authenticate(ann)
  })

  test('when they change the password, and the caller gets a new one', async () => {
    const { ann, signIn, carillon, authenticate, audit } = await open()
    const other = await signIn('ann@example.com')
    const password = { current: 'correct horse battery', new: 'another long password' }
    const { renewed } = await carillon.changeOwnUser.execute({ ...ann, address: '192.0.2.1', patch: { password } })
    await expect(authenticate(ann)).rejects.toMatchObject(ENDED)
    await expect(authenticate(other)).rejects.toMatchObject(ENDED)
    await authenticate(renewed!)
    await signIn('ann@example.com', { password: password.new })
    expect((await audit()).map(({ action }) => action)).toContain('user.password-changed')
  })
})

describe('one’s own password', () => {
  test('changes only with the current one, which cannot be guessed quickly', async () => {
    const { ann, carillon } = await open()
    const change = (current: string) =>
      carillon.changeOwnUser.execute({
        ...{ ...ann, address: '192.0.2.1' },
        patch: { password: { current, new: 'another long password' } },
      })
    for (let i = 0; i < 5; i++) {
      await expect(change(`wrong password ${i}`)).rejects.toMatchObject({
        details: { fields: [{ field: 'password.current', message: 'is wrong' }] },
      })
    }
    await expect(change('correct horse battery')).rejects.toMatchObject({ code: 'too-many-sign-ins' })
  })

  test('obeys the rule for passwords', async () => {
    const { ann, carillon } = await open()
    const patch = { password: { current: 'correct horse battery', new: 'short' } }
    await expect(carillon.changeOwnUser.execute({ ...ann, address: '192.0.2.1', patch })).rejects.toMatchObject({
      details: { fields: [{ field: 'password.new' }] },
    })
  })
})

test('one’s own name and zone change without the password', async () => {
  const { ann, carillon, authenticate, account } = await open()
  const patch = { name: 'Ann Lee', timezone: account.timezone }
  const { user, renewed } = await carillon.changeOwnUser.execute({ ...ann, address: '192.0.2.1', patch })
  expect([user.name, user.timezone, renewed]).toEqual(['Ann Lee', account.timezone, null])
  expect(await authenticate(ann)).toMatchObject({ user: patch })
})

test('the view of a session has the accounts of the user by name, and all of them for an owner', async () => {
  const { ann, join, neighbour, carillon, account } = await open()
  const other = await neighbour({ name: 'Aaa' })
  const owner = await join('owner@example.com', { isOwner: true })
  expect(await carillon.readSessionView.execute(ann)).toEqual({
    user: { id: ann.user.id, name: 'ann', email: 'ann@example.com', isOwner: false, timezone: null },
    session: { id: ann.session.id, createdAt: ann.session.createdAt, expiresAt: ann.session.expiresAt },
    accounts: [{ id: account.id, name: 'Acme', timezone: account.timezone, smartEncoding: false, role: 'admin' }],
  })
  expect((await carillon.readSessionView.execute(owner)).accounts).toMatchObject([
    { id: other.id, name: 'Aaa', role: 'owner' },
    { id: account.id, name: 'Acme', role: 'owner' },
  ])
})

test('a person whom an issuer has identified signs in only after an invitation', async () => {
  const { carillon, invite, accept, authenticate, signIn, audit } = await open()
  const identity = { issuer: 'https://id.example.com', subject: '42' }
  const client = { address: '192.0.2.1', userAgent: null }
  const signInAs = () => carillon.signInWithIdentity.execute({ identity, ...client })
  await expect(signInAs()).rejects.toMatchObject({ code: 'sign-in-failed' })
  const { link } = await invite('bob@example.com')
  await accept(link.token, { identity, password: undefined })
  const signedIn = await signInAs()
  expect(await authenticate(signedIn)).toMatchObject({ user: { email: 'bob@example.com', passwordHash: null } })
  expect((await audit()).at(-1)).toMatchObject({ action: 'session.started', details: { with: 'identity' } })
  await expect(signIn('bob@example.com')).rejects.toMatchObject({ code: 'sign-in-failed' })
  const other = await invite('eve@example.com')
  await expect(accept(other.link.token, { identity, password: undefined })).rejects.toMatchObject({
    code: 'identity-taken',
  })
})
