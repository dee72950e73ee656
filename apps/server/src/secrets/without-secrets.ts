/** The environment without the credentials of the service and its database. */
export function withoutSecrets(env: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> {
  const { DATABASE_URL: _url, CARILLON_SECRET: _secret, CARILLON_ADMIN_TOKEN: _token, ...rest } = env
  return rest
}
