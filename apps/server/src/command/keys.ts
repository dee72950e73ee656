import { pathOf, withAdminClient } from './admin-client.js'
import type { Surroundings } from './surroundings.js'

export type CreateKeyOptions = { readonly account: string; readonly id?: string | undefined }

export async function createKey({ account, id }: CreateKeyOptions, surroundings: Surroundings): Promise<void> {
  const key = await withAdminClient(surroundings, (client) =>
    client.call<{ id: string; secret: string }>({
      method: 'POST',
      path: pathOf('accounts', account, 'keys'),
      body: id === undefined ? {} : { id },
    }),
  )
  surroundings.stdout.write(`${key.id}: ${key.secret}\n`)
  surroundings.stderr.write('The secret is shown this once\n')
}

export type RevokeKeyOptions = { readonly account: string; readonly id: string }

export async function revokeKey({ account, id }: RevokeKeyOptions, surroundings: Surroundings): Promise<void> {
  await withAdminClient(surroundings, (client) =>
    client.call({ method: 'DELETE', path: pathOf('accounts', account, 'keys', id) }),
  )
  surroundings.stdout.write(`${id} is revoked\n`)
}
