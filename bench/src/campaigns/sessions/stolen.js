import { administer, ADMIN_TOKEN, basic } from '../../shared/service.js'
import { ask } from './browser.js'
import { join, signIn } from './people.js'
import { allRefused } from './refused.js'
import { requestTo } from './routes.js'

/** Cookies that somebody has copied, each used after the session should have ended. */
export async function stolenSessions({ service, routes, world }) {
  const [url] = service.urls
  const closed = routes.filter(({ isOpen }) => !isOpen)
  const everywhere = (token) =>
    closed.map((route) => ({ ...requestTo(route, { account: world.own, objects: world.objects }), token }))
  const admin = { isOwner: false, roles: [{ account: world.own, role: 'admin' }] }
  let attempts = 0
  for (const [name, end] of Object.entries(ENDINGS)) {
    const person = await join(service, admin)
    const stolen = await signIn(service, person)
    const before = await ask(url, { path: '/session', token: stolen })
    if (before.status !== 200) throw new Error(`the session of the victim does not work: ${before.text}`)
    await end({ service, url, person, stolen, world })
    attempts += await allRefused(url, `a cookie that was stolen before ${name}`, everywhere(stolen), [401])
  }
  return attempts
}

const EXPIRE = `
  update user_session
     set expires_at = now() - interval '1 second'
   where user_id = :user`

/** The ways in which a session ends. */
const ENDINGS = {
  'the sign-out': async ({ url, stolen }) => {
    await mustDo(ask(url, { method: 'DELETE', path: '/session', token: stolen }))
  },
  'a change of the role': async ({ url, person, world }) => {
    await administer(url, `/users/${person.id}`, { roles: [{ account: world.own, role: 'viewer' }] }, 'PATCH')
  },
  'the loss of all roles': async ({ url, person }) => {
    await administer(url, `/users/${person.id}`, { roles: [] }, 'PATCH')
  },
  'the user was disabled': async ({ url, person }) => {
    await administer(url, `/users/${person.id}`, { isDisabled: true }, 'PATCH')
  },
  'a change of the password': async ({ service, url, person }) => {
    const token = await signIn(service, person)
    const password = { current: person.password, new: 'another long password' }
    await mustDo(ask(url, { method: 'PATCH', path: '/user', token, body: { password } }))
  },
  'a password was chosen by a link': async ({ url, person }) => {
    const { link } = await administer(url, `/users/${person.id}/reset`, {})
    const body = { token: link.path.split('#')[1], password: 'yet another password' }
    await mustDo(ask(url, { method: 'POST', path: '/links/accept', body }))
  },
  'the user ended it in the list of sessions': async ({ service, url, person, stolen }) => {
    const { body } = await ask(url, { path: '/session', token: stolen })
    const token = await signIn(service, person)
    await mustDo(ask(url, { method: 'DELETE', path: `/sessions/${body.session.id}`, token }))
  },
  'the same browser signed in again': async ({ service, person, stolen }) => {
    await signIn(service, person, stolen)
  },
  'it expired': async ({ service, person }) => {
    await service.sql(EXPIRE, { user: person.id })
  },
}

async function mustDo(asked) {
  const { status, text } = await asked
  if (status >= 300) throw new Error(`the victim cannot end the session: ${status} ${text}`)
}

/** A session that was chosen by somebody else before a person signs in, and links that were used already. */
export async function fixedAndReplayed({ service, routes, world }) {
  const [url] = service.urls
  const planted = 'a-session-that-an-attacker-has-chosen-0001'
  const victim = await join(service, { isOwner: true })
  const attacker = await join(service, { roles: [{ account: world.own, role: 'viewer' }] })
  const fresh = [await signIn(service, victim, planted), await signIn(service, victim, attacker.token)]
  if (fresh.includes(planted) || fresh.includes(attacker.token)) throw new Error('a planted session was taken over')
  const closed = routes.filter(({ isOpen }) => !isOpen)
  const requests = [planted, attacker.token].flatMap((token) =>
    closed.map((route) => ({ ...requestTo(route, { account: world.own, objects: world.objects }), token })),
  )
  const fixed = await allRefused(url, 'a session that was planted before the sign-in', requests, [401])

  const again = {
    token: attacker.oneTime,
    name: 'Mallory',
    password: 'the password of Mallory',
    email: 'm@example.com',
  }
  const replays = ['/links/read', '/links/accept'].flatMap((path) =>
    [again, { ...again, token: `${again.token}x` }, { ...again, token: '' }].map((body) => ({
      method: 'POST',
      path,
      body: path === '/links/read' ? { token: body.token } : body,
    })),
  )
  const replayed = await allRefused(url, 'a one-time link that was used', replays, [404])
  return fixed + replayed
}

/** Credentials of one API at the others. */
export async function wrongDoors({ service, routes, world }) {
  const [url] = service.urls
  const closed = routes.filter(({ isOpen }) => !isOpen)
  const { token } = await join(service, { isOwner: true })
  const cookie = `carillon_session=${token}; __Host-carillon_session=${token}`
  const doors = ['//api/v1/contacts', '//api/v1/account/credits', '//admin/v1/accounts', '//admin/v1/users']
  const sessions = [
    { cookie },
    { authorization: `Bearer ${token}` },
    { authorization: basic({ id: 'x', secret: token }) },
  ]
  const outside = doors.flatMap((path) => sessions.map((headers) => ({ path, headers })))
  const others = [{ authorization: `Bearer ${ADMIN_TOKEN}` }, { authorization: basic(world.ownKey) }]
  const inside = closed.flatMap((route) =>
    others.map((headers) => {
      const { headers: typed, ...request } = requestTo(route, { account: world.own, objects: world.objects })
      return { ...request, headers: { ...typed, ...headers } }
    }),
  )
  return allRefused(url, 'credentials of another API', [...outside, ...inside], [401])
}
