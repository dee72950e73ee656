import { pathOf, withAdminClient } from './admin-client.js'
import type { Shell } from './shell.js'

export type CreateKeyOptions = { readonly account: string; readonly id?: string | undefined }

export async function createKey({ account, id }: CreateKeyOptions, shell: Shell): Promise<void> {
  const key = await withAdminClient(shell, (client) =>
    client.call<{ id: string; secret: string }>({
      method: 'POST',
      path: pathOf('accounts', account, 'keys'),
      body: id === undefined ? {} : { id },
    }),
  )
  shell.stdout.write(`${key.id}: ${key.secret}\n`)
  shell.stderr.write('The secret is shown this once\n')
}

export type RevokeKeyOptions = { readonly account: string; readonly id: string }

export async function revokeKey({ account, id }: RevokeKeyOptions, shell: Shell): Promise<void> {
  await withAdminClient(shell, (client) =>
    client.call({ method: 'DELETE', path: pathOf('accounts', account, 'keys', id) }),
  )
  shell.stdout.write(`${id} is revoked\n`)
}
