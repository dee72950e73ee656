import { join } from './people.js'
import { allRefused } from './refused.js'

/** Tokens that the service has not made, many of them close to one that it has. */
export async function forgedSessions({ service, world, random, short }) {
  const [url] = service.urls
  const { id, token } = await join(service, { isOwner: true })
  const [{ token_hash: hash, id: session }] = await service.sql(STORED, { user: id })
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const letter = () => letters[Math.floor(random() * letters.length)]
  const guesses = Array.from({ length: short ? 300 : 5_000 }, () => Array.from(token, letter).join(''))
  const near = Array.from(token, (own, i) => {
    const other = letters[(letters.indexOf(own) + 1) % letters.length]
    return token.slice(0, i) + other + token.slice(i + 1)
  })
  const odd = [
    ...['', 'null', 'undefined', '0', '-1', 'true', '*', '%00', "' or '1'='1", '__proto__', 'constructor', '{}', '[]'],
    ...[
      hash,
      session,
      id,
      world.owner.id,
      world.own,
      `${id}.${session}`,
      `v1.${token}`,
      `Bearer ${token}`,
      `"${token}"`,
    ],
    ...[token.toLowerCase(), token.toUpperCase(), token.slice(1), token.slice(0, -1), `${token}=`, `${token}0`],
    ...[`${token}.`, `${token}%20`, encodeURIComponent(`${token}/`), [...token].reverse().join(''), 'x'.repeat(7_000)],
    'eyJhbGciOiJub25lIn0.eyJzdWIiOiJvd25lciJ9.',
  ].filter((one) => one !== token)
  const forged = [...near, ...odd, ...guesses].map((one) => ({ path: '/session', token: one }))
  // Two cookies of one name: another path or a neighbour host could have planted the second.
  const twice = [
    `carillon_session=${token}; carillon_session=x`,
    `carillon_session=x; carillon_session=${token}`,
    `carillon_session=${token}; carillon_session=${token}`,
    `CARILLON_SESSION=${token}`,
    `xcarillon_session=${token}`,
    `__Host-carillon_session=${token}`,
    `__Secure-carillon_session=${token}`,
    `carillon_session =${token}`,
    token,
  ].map((cookie) => ({ path: '/session', headers: { cookie } }))
  return allRefused(url, 'a forged session', [...forged, ...twice], [401])
}

const STORED = 'select id, token_hash from user_session where user_id = :user limit 1'
