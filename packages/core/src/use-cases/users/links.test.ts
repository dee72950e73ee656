import { BY_OPERATOR, CLIENT, PASSWORD, unacknowledgedCommits, usersFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'

const HOUR_MS = 3_600_000
const GONE = { code: 'link-not-found' }
const OWNER = { name: 'Olga', email: 'Olga@Example.com' }

async function open() {
  const adapters = inMemory()
  const fixture = await usersFixture(adapters)
  const { carillon } = fixture
  return {
    ...fixture,
    pass: (ms: number) => adapters.clock.advance(ms),
    setupLink: () => carillon.createSetupLink.execute({ by: BY_OPERATOR }),
    read: (token: string) => carillon.readLink.execute({ token }),
  }
}

describe('the setup link', () => {
  test('makes the first owner, who is signed in then', async () => {
    const { setupLink, read, accept, authenticate } = await open()
    const link = await setupLink()
    expect(await read(link!.token)).toEqual({ purpose: 'setup', email: null, name: null, expiresAt: link!.expiresAt })
    const signedIn = await accept(link!.token, OWNER)
    expect(await authenticate(signedIn)).toMatchObject({
      user: { name: 'Olga', email: 'olga@example.com', isOwner: true, roles: [] },
    })
  })

  test('is made only while there is no user', async () => {
    const { setupLink, accept, invite, read } = await open()
    const link = await setupLink()
    await invite('ann@example.com')
    expect(await setupLink()).toBeNull()
    await expect(read(link!.token)).rejects.toMatchObject(GONE)
    await expect(accept(link!.token, OWNER)).rejects.toMatchObject(GONE)
  })

  test('ends when another one is made', async () => {
    const { setupLink, read } = await open()
    const [old, current] = [await setupLink(), await setupLink()]
    await expect(read(old!.token)).rejects.toMatchObject(GONE)
    await read(current!.token)
  })

  test('makes one owner, even if it is used twice at the same time', async () => {
    const { setupLink, accept, carillon } = await open()
    const { token } = (await setupLink())!
    const used = await Promise.allSettled([1, 2, 3].map((i) => accept(token, { ...OWNER, email: `o${i}@example.com` })))
    expect(used.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await carillon.listUsers.execute({ cursor: null, limit: 10 })).results).toHaveLength(1)
  })

  test.each([
    ['email', { ...OWNER, email: undefined }],
    ['email', { ...OWNER, email: 'olga' }],
    ['name', { ...OWNER, name: undefined }],
    ['name', { ...OWNER, name: ' ' }],
    ['password', { ...OWNER, password: undefined }],
    ['identity', { ...OWNER, identity: { issuer: 'https://id.example.com', subject: '1' } }],
  ])('asks for a valid %s', async (field, given) => {
    const { setupLink, accept, read } = await open()
    const { token } = (await setupLink())!
    const error = { code: 'invalid-input', details: { fields: [{ field }] } }
    await expect(accept(token, given)).rejects.toMatchObject(error)
    await read(token)
  })
})

describe('a link', () => {
  test('is used once', async () => {
    const { invite, accept, read } = await open()
    const { link } = await invite('ann@example.com')
    await accept(link.token)
    await expect(read(link.token)).rejects.toMatchObject(GONE)
    await expect(accept(link.token)).rejects.toMatchObject(GONE)
  })

  test('is used once even if the reply to the commit is lost', async () => {
    const adapters = inMemory()
    const unitOfWork = unacknowledgedCommits(adapters.unitOfWork)
    const { invite, accept, authenticate } = await usersFixture({ ...adapters, unitOfWork })
    unitOfWork.loseReplies()
    const { link } = await invite('ann@example.com')
    await authenticate(await accept(link.token))
    await expect(accept(link.token)).rejects.toMatchObject(GONE)
  })

  test('expires after 24 hours', async () => {
    const { invite, read, pass } = await open()
    const { link } = await invite('ann@example.com')
    pass(24 * HOUR_MS - 1)
    await read(link.token)
    pass(1)
    await expect(read(link.token)).rejects.toMatchObject(GONE)
  })

  test('is unknown with any other token', async () => {
    const { read } = await open()
    for (const token of ['', 'x', 'x'.repeat(101)]) await expect(read(token)).rejects.toMatchObject(GONE)
  })

  test('is stored as a hash only', async () => {
    const { invite, run } = await open()
    const { link } = await invite('ann@example.com')
    expect(await run(({ oneTimeLinks }) => oneTimeLinks.find(link.token))).toBeNull()
  })

  test('of a disabled user is not found', async () => {
    const { invite, read, carillon } = await open()
    const { link, user } = await invite('ann@example.com')
    await carillon.changeUser.execute({ by: BY_OPERATOR, user: user.id, patch: { isDisabled: true } })
    await expect(read(link.token)).rejects.toMatchObject(GONE)
  })

  test('ends when the roles of its user change, so that its maker does not get the new ones', async () => {
    const { invite, read, carillon, account } = await open()
    const { link, user } = await invite('ann@example.com')
    const roles = [{ account: account.id, role: 'admin' }] as const
    await carillon.changeUser.execute({ by: BY_OPERATOR, user: user.id, patch: { roles } })
    await expect(read(link.token)).rejects.toMatchObject(GONE)
  })
})

describe('an invitation', () => {
  test('shows the address and the name, and the person may choose another name', async () => {
    const { invite, read, accept } = await open()
    const { link } = await invite('Ann@example.com')
    expect(await read(link.token)).toMatchObject({ purpose: 'invite', email: 'ann@example.com', name: 'ann' })
    expect(await accept(link.token, { name: 'Ann Lee' })).toMatchObject({ user: { name: 'Ann Lee' } })
  })

  test('is refused for the address of another user, in any case', async () => {
    const { invite } = await open()
    await invite('ann@example.com')
    await expect(invite('ANN@example.com')).rejects.toMatchObject({ code: 'user-exists' })
  })

  test('is refused with a role in an account that does not exist, or twice in the same', async () => {
    const { invite, account } = await open()
    const faulty = (field: string) => ({ code: 'invalid-input', details: { fields: [{ field }] } })
    const unknown = { account: 'acc_unknown', role: 'viewer' } as const
    const known = { account: account.id, role: 'viewer' } as const
    await expect(invite('a@example.com', { roles: [known, unknown] })).rejects.toMatchObject(faulty('roles[1].account'))
    await expect(invite('a@example.com', { roles: [known, known] })).rejects.toMatchObject(faulty('roles[1].account'))
  })

  test('that has expired is made again', async () => {
    const { invite, carillon, pass, read } = await open()
    const { user } = await invite('ann@example.com')
    pass(25 * HOUR_MS)
    const { link } = await carillon.resetPassword.execute({ by: BY_OPERATOR, user: user.email })
    expect(await read(link.token)).toMatchObject({ purpose: 'invite' })
  })
})

describe('a new password', () => {
  test('ends all sessions of the user, and the old password', async () => {
    const { join, accept, carillon, authenticate, signIn } = await open()
    const ann = await join('ann@example.com')
    const { link } = await carillon.resetPassword.execute({ by: BY_OPERATOR, user: 'ann@example.com' })
    expect(link.purpose).toBe('reset')
    await authenticate(ann)
    const again = await accept(link.token, { password: 'another long password' })
    await expect(authenticate(ann)).rejects.toMatchObject({ code: 'unauthenticated' })
    await authenticate(again)
    await expect(signIn('ann@example.com')).rejects.toMatchObject({ code: 'sign-in-failed' })
    await signIn('ann@example.com', { password: 'another long password' })
  })

  test('is refused to a disabled user and to nobody', async () => {
    const { join, carillon } = await open()
    await join('ann@example.com')
    await carillon.changeUser.execute({ by: BY_OPERATOR, user: 'ann@example.com', patch: { isDisabled: true } })
    const reset = (user: string) => carillon.resetPassword.execute({ by: BY_OPERATOR, user })
    await expect(reset('ann@example.com')).rejects.toMatchObject({ code: 'user-disabled' })
    await expect(reset('bob@example.com')).rejects.toMatchObject({ code: 'user-not-found' })
  })

  test.each([
    ['has fewer than 12 characters', 'elevenchars', false],
    ['has 12 characters', 'twelve chars', true],
    ['has 12 characters, of which each is an emoji', '🔔'.repeat(12), true],
    ['has 11 characters, of which each is an emoji', '🔔'.repeat(11), false],
    ['has 200 characters', 'x'.repeat(200), true],
    ['has 201 characters', 'x'.repeat(201), false],
    ['has only lower-case letters', 'correcthorsebattery', true],
    ['is the e-mail address in another case', 'ANN@EXAMPLE.COM', false],
    ['is the name', 'Ann Lee Jones', false],
  ])('that %s: %j is accepted: %j', async (_, password, isAccepted) => {
    const { invite, accept } = await open()
    const { link } = await invite('ann@example.com', { name: 'Ann Lee Jones' })
    const accepting = accept(link.token, { password })
    if (isAccepted) await accepting
    else await expect(accepting).rejects.toMatchObject({ details: { fields: [{ field: 'password' }] } })
  })

  test('is never in an error or in the audit log', async () => {
    const { invite, accept, audit } = await open()
    const { link } = await invite('ann@example.com')
    await expect(accept(link.token, { password: 'secret' })).rejects.toMatchObject({
      message: expect.not.stringContaining('secret'),
    })
    await accept(link.token)
    expect(JSON.stringify(await audit())).not.toContain(PASSWORD)
    expect(JSON.stringify(await audit())).not.toContain(link.token)
  })
})

test('links that are made and used are in the audit log', async () => {
  const { setupLink, accept, invite, carillon, audit } = await open()
  const owner = await accept((await setupLink())!.token, OWNER)
  const { link, user } = await invite('ann@example.com')
  await accept(link.token)
  const reset = await carillon.resetPassword.execute({ by: BY_OPERATOR, user: user.id })
  await accept(reset.link.token)
  expect((await audit()).map(({ action, actor, subjects, address }) => [action, actor, subjects, address])).toEqual([
    ['link.created', BY_OPERATOR.actor, [], CLIENT.address],
    ['user.set-up', { user: owner.user.id }, [owner.user.id], CLIENT.address],
    ['user.invited', BY_OPERATOR.actor, [user.id], CLIENT.address],
    ['user.joined', { user: user.id }, [user.id], CLIENT.address],
    ['link.created', BY_OPERATOR.actor, [user.id], CLIENT.address],
    ['user.password-reset', { user: user.id }, [user.id], CLIENT.address],
  ])
})
