/** What the document asks for: the key of an account, the token of the operators, or nothing. */
export function rightOf(credentials, key, adminToken) {
  if (credentials === null) return {}
  return { authorization: credentials === 'basic' ? basic(`${key.id}:${key.secret}`) : `Bearer ${adminToken}` }
}

/** What must be refused where that is asked for. */
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
