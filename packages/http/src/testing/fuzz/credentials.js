/** The valid credentials for an operation: the key of an account, the admin token, or none. */
export function rightOf(credentials, key, adminToken) {
  if (credentials === null) return {}
  return { authorization: credentials === 'basic' ? basic(`${key.id}:${key.secret}`) : `Bearer ${adminToken}` }
}

/** Invalid credentials, which the operation must refuse. */
export function wrongOf(credentials, { id, secret }, adminToken) {
  const shared = [
    {},
    { authorization: '' },
    { authorization: 'Basic' },
    { authorization: 'Basic Og==' },
    { authorization: 'Bearer ' },
    { authorization: 'Digest x' },
    { authorization: `Basic ${'A'.repeat(2_000)}` },
  ]
  const wrong = [
    `${id}:${secret}x`,
    `${id}:`,
    `:${secret}`,
    `${secret}:${id}`,
    `${id.toUpperCase()}:${secret}`,
    `${id}\u0000:${secret}`,
    '__proto__:constructor',
  ].map((pair) => ({ authorization: basic(pair) }))
  if (credentials === 'basic') return [...shared, ...wrong, { authorization: `Bearer ${adminToken}` }]
  return [
    ...shared,
    { authorization: basic(`${id}:${secret}`) },
    { authorization: basic(`admin:${adminToken}`) },
    { authorization: `Bearer ${adminToken}x` },
    { authorization: `Bearer ${adminToken.toUpperCase()}` },
  ]
}

function basic(pair) {
  return `Basic ${Buffer.from(pair).toString('base64')}`
}
