import { CLIENT, PASSWORD, usersFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'

const [ANN, ELSEWHERE] = ['ann@example.com', '198.51.100.7']
const WRONG = { code: 'sign-in-failed', message: 'The e-mail address or the password is wrong' }
const SLOWED = { code: 'too-many-sign-ins' }

async function open() {
  const adapters = inMemory()
  const compared: string[] = []
  const { passwordHasher } = adapters
  const counting = {
    hash: passwordHasher.hash,
    matches: (password: string, hash: string) => {
      compared.push(hash)
      return passwordHasher.matches(password, hash)
    },
  }
  const waits: number[] = []
  const timer = { wait: async (ms: number) => void waits.push(ms) }
  const fixture = await usersFixture({ ...adapters, passwordHasher: counting, timer })
  const { signIn, member } = fixture
  const ann = await member(ANN, 'sender')
  const fail = async (times: number, given: Parameters<typeof signIn>[1] = {}, email = ANN) => {
    for (let i = 0; i < times; i++) {
      await expect(signIn(email, { password: `wrong password ${i}`, ...given })).rejects.toMatchObject(WRONG)
    }
  }
  return { ...fixture, ann, fail, compared, waits, pass: (ms: number) => adapters.clock.advance(ms) }
}

describe('a sign-in', () => {
  test('with the right password begins a session', async () => {
    const { signIn, authenticate, ann } = await open()
    const signedIn = await signIn(ANN)
    expect(await authenticate(signedIn)).toMatchObject({
      user: { id: ann.user.id },
      session: { id: signedIn.session.id },
    })
  })

  test('ignores the case of the e-mail address and spaces around it', async () => {
    const { signIn, ann } = await open()
    expect(await signIn(' Ann@Example.COM ')).toMatchObject({ user: { id: ann.user.id } })
  })

  test('takes the same characters, however they are composed', async () => {
    const { invite, accept, signIn } = await open()
    const { link } = await invite('bob@example.com')
    await accept(link.token, { password: 'caf\u00e9 caf\u00e9 caf\u00e9' })
    await signIn('bob@example.com', { password: 'cafe\u0301 cafe\u0301 cafe\u0301' })
  })

  test.each([
    ['the password is wrong', ANN, 'correct horse batterx'],
    ['the password is too short to be one', ANN, ''],
    ['nobody has the e-mail address', 'nobody@example.com', PASSWORD],
    ['the name is no e-mail address', 'ann\0', PASSWORD],
  ])('is refused with the same words when %s', async (_, email, password) => {
    const { signIn } = await open()
    await expect(signIn(email, { password })).rejects.toMatchObject(WRONG)
  })

  test('is refused with the same words for a user who is disabled, or who has not joined', async () => {
    const { signIn, carillon, ann, invite } = await open()
    await invite('bob@example.com')
    await expect(signIn('bob@example.com')).rejects.toMatchObject(WRONG)
    const by = { actor: { command: 'test' }, session: null, address: null }
    await carillon.changeUser.execute({ by, user: ann.user.id, patch: { isDisabled: true } })
    await expect(signIn(ANN)).rejects.toMatchObject(WRONG)
  })

  test('compares as many hashes for an unknown name as for a known one, so that both take equally long', async () => {
    const { signIn, compared, invite } = await open()
    await invite('invited@example.com')
    for (const email of [ANN, 'nobody@example.com', 'invited@example.com']) {
      compared.length = 0
      await expect(signIn(email, { password: 'wrong password' })).rejects.toMatchObject(WRONG)
      expect(compared).toHaveLength(1)
    }
  })

  test('ends the session that the browser had before', async () => {
    const { signIn, authenticate } = await open()
    const before = await signIn(ANN)
    const after = await signIn(ANN, { previousToken: before.token })
    await expect(authenticate(before)).rejects.toMatchObject({ code: 'unauthenticated' })
    await authenticate(after)
  })

  test('ends the oldest session of a user who has fifty', async () => {
    const { signIn, authenticate, carillon, pass } = await open()
    const first = await signIn(ANN)
    for (let i = 0; i < 50; i++) {
      pass(1)
      await signIn(ANN)
    }
    await expect(authenticate(first)).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(await carillon.listSessions.execute({ user: ANN })).toHaveLength(50)
  })

  test('is in the audit log, and a failed one is not', async () => {
    const { signIn, fail, audit, ann } = await open()
    const before = (await audit()).length
    await fail(2)
    const { session } = await signIn(ANN)
    expect((await audit()).slice(before)).toMatchObject([
      {
        action: 'session.started',
        actor: { user: ann.user.id },
        session: session.id,
        address: CLIENT.address,
        subjects: [session.id],
        details: { with: 'password' },
      },
    ])
  })
})

describe('failed sign-ins', () => {
  test('slow down the next ones of the same name and address, and say for how long', async () => {
    const { fail, signIn, pass } = await open()
    await fail(5)
    await expect(signIn(ANN)).rejects.toMatchObject({
      ...SLOWED,
      message: 'Too many failed sign-ins, so this one was not checked. Try again in 1 s',
      details: { retryAfterSeconds: 1 },
    })
    pass(1_000)
    await signIn(ANN)
  })

  test('never slow down another address, or another name at the same address', async () => {
    const { fail, signIn, member } = await open()
    await member('bob@example.com', 'viewer')
    await fail(5)
    await signIn(ANN, { address: ELSEWHERE })
    await signIn('bob@example.com')
  })

  test('of many names at one address slow that address down', async () => {
    const { fail, signIn } = await open()
    for (let i = 0; i < 100; i++) await fail(1, {}, `name${i}@example.com`)
    await expect(signIn(ANN)).rejects.toMatchObject(SLOWED)
    await signIn(ANN, { address: ELSEWHERE })
  })

  test('from everywhere delay those who have not signed in before by two seconds, and lock nobody out', async () => {
    const { fail, signIn, waits } = await open()
    await signIn(ANN)
    await signIn(ANN, { address: ELSEWHERE })
    for (let i = 0; i < 120; i++) await fail(1, { address: `203.0.113.${i}` }, `name${i}@example.com`)
    expect(waits).toEqual([])
    await signIn(ANN, { address: ELSEWHERE })
    expect(waits).toEqual([])
    await signIn(ANN, { address: '198.51.100.8' })
    expect(waits).toEqual([2_000])
  })

  test('are counted even if they are sent at the same time', async () => {
    const { signIn, compared } = await open()
    compared.length = 0
    const tries = Array.from({ length: 50 }, (_, i) => signIn(ANN, { password: `wrong password ${i}` }))
    const codes = (await Promise.allSettled(tries)).map((one) => (one.status === 'rejected' ? one.reason.code : null))
    expect(codes.filter((code) => code === WRONG.code)).toHaveLength(5)
    expect(codes.filter((code) => code === SLOWED.code)).toHaveLength(45)
    expect(compared).toHaveLength(5)
  })
})

test('a password that changes during the sign-in is not accepted any more', async () => {
  const adapters = inMemory()
  let onMatch = async () => {}
  const passwordHasher = {
    hash: adapters.passwordHasher.hash,
    matches: async (password: string, hash: string) => {
      await onMatch()
      return adapters.passwordHasher.matches(password, hash)
    },
  }
  const { member, signIn, run } = await usersFixture({ ...adapters, passwordHasher })
  const { user } = await member(ANN, 'viewer')
  onMatch = async () => void (await run(({ users }) => users.save({ ...user, passwordHash: 'another' })))
  await expect(signIn(ANN)).rejects.toMatchObject({ code: 'sign-in-failed' })
})
