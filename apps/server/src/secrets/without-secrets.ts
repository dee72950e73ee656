/** The environment without the credentials of the service and its database. */
export function withoutSecrets(env: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !SECRETS.has(name)))
}

const SECRETS = new Set(['DATABASE_URL', 'DATABASE_URLS', 'CARILLON_SECRET', 'CARILLON_ADMIN_TOKEN'])
