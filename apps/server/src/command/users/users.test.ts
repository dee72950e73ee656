import { beforeEach, describe, expect, test } from '@jest/globals'
import { ACME, openWorkplace, type Workplace } from '../../testing/service/workplace.js'

const CLIENT = { address: '192.0.2.1', userAgent: null }

let server: Workplace['server']
let carillon: Workplace['carillon']

beforeEach(async () => {
  const workplace = await openWorkplace()
  ;({ server, carillon } = workplace)
  await carillon(['apply', await workplace.aFile('acme.yaml', ACME)])
})

const joinBy = (stdout: string) => {
  const token = /#(\S+)\n$/.exec(stdout)![1]!
  return server.useCases.acceptLink.execute({ token, password: 'correct horse battery', ...CLIENT })
}

describe('users', () => {
  test('are invited by a link to the server, with a role in an account', async () => {
    const invited = await carillon([
      'users',
      'invite',
      'Ann@Example.com',
      '--account',
      'Acme & Sons',
      '--role',
      'sender',
    ])
    expect(invited).toEqual({
      code: 0,
      stdout: expect.stringMatching(new RegExp(`^${server.url}/dashboard/invite#[\\w-]+\n$`)),
      stderr: expect.stringMatching(/^The link works once, until 20\S+ \S+ UTC\. Whoever has it chooses the password/),
    })
    const { user } = await joinBy(invited.stdout)
    expect(user).toMatchObject({ email: 'ann@example.com', isOwner: false, roles: [{ role: 'sender' }] })
  })

  test('are invited as owners', async () => {
    const { stdout } = await carillon(['users', 'invite', 'ann@example.com', '--owner', '--name', 'Ann Lee'])
    expect((await joinBy(stdout)).user).toMatchObject({ name: 'Ann Lee', isOwner: true })
  })

  test('are invited only with a role', async () => {
    expect((await carillon(['users', 'invite', 'ann@example.com'])).stderr).toContain(
      'error: --owner, or --account and --role are required',
    )
    expect((await carillon(['users', 'invite', 'ann@example.com', '--account', 'Acme & Sons'])).stderr).toContain(
      'error: --account and --role go together',
    )
    expect(await carillon(['users', 'invite', 'a@b.c', '--account', 'Nobody', '--role', 'viewer'])).toMatchObject({
      code: 1,
      stderr: 'carillon: No account is named "Nobody"\n',
    })
    expect((await carillon(['users', 'invite', 'a@b.c', '--account', 'x', '--role', 'boss'])).code).toBe(1)
  })

  test('are listed with their roles and status', async () => {
    expect((await carillon(['users', 'list'])).stdout).toBe('There is no user yet: carillon users invite adds one\n')
    await carillon(['users', 'invite', 'bob@example.com', '--account', 'Acme & Sons', '--role', 'viewer'])
    await joinBy((await carillon(['users', 'invite', 'ann@example.com', '--owner'])).stdout)
    expect((await carillon(['users', 'list'])).stdout).toMatch(
      /^EMAIL +NAME +STATUS +ROLES +CREATED\nann@example\.com +ann +active +owner +20.*\nbob@example\.com +bob +invited +viewer of Acme & Sons +20.*\n$/,
    )
    const listed = JSON.parse((await carillon(['users', 'list', '--json'])).stdout) as object[]
    expect(listed).toMatchObject([{ email: 'ann@example.com' }, { email: 'bob@example.com' }])
  })

  test('get a link for a new password', async () => {
    await joinBy((await carillon(['users', 'invite', 'ann@example.com', '--owner'])).stdout)
    const { stdout } = await carillon(['users', 'reset', 'ann@example.com'])
    expect(stdout).toContain(`${server.url}/dashboard/reset#`)
    await joinBy(stdout)
    expect(await carillon(['users', 'reset', 'bob@example.com'])).toMatchObject({
      code: 1,
      stderr: 'carillon: There is no user "bob@example.com"\n',
    })
  })

  test('are disabled and enabled again, but not the last owner', async () => {
    await joinBy((await carillon(['users', 'invite', 'ann@example.com', '--owner'])).stdout)
    const args = ['users', 'invite', 'bob@example.com', '--account', 'Acme & Sons', '--role', 'viewer']
    const bob = await joinBy((await carillon(args)).stdout)
    expect(await carillon(['users', 'disable', 'bob@example.com'])).toEqual({
      code: 0,
      stdout: 'bob@example.com cannot sign in any more\n',
      stderr: '',
    })
    const entering = server.useCases.authenticateSession.execute({ token: bob.token, address: '192.0.2.1' })
    await expect(entering).rejects.toMatchObject({ code: 'unauthenticated' })
    expect((await carillon(['users', 'disable', 'bob@example.com', '--undo'])).stdout).toBe(
      'bob@example.com can sign in again\n',
    )
    expect((await carillon(['users', 'disable', 'ann@example.com'])).stderr).toContain('This is the last owner')
  })
})
