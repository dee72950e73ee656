import type { Shell } from '../../terminal/shell.js'
import { withAdmin } from '../client/admin-client.js'

export type CreateKeyOptions = { readonly account: string; readonly id?: string | undefined }

export async function createKey({ account, id }: CreateKeyOptions, shell: Shell): Promise<void> {
  const key = await withAdmin(shell, (admin) => admin.keys.create(account, id === undefined ? {} : { id }))
  shell.stdout.write(`${key.id}: ${key.secret}\n`)
  shell.stderr.write('The secret is shown only once\n')
}

export type RevokeKeyOptions = { readonly account: string; readonly id: string }

export async function revokeKey({ account, id }: RevokeKeyOptions, shell: Shell): Promise<void> {
  await withAdmin(shell, (admin) => admin.keys.revoke({ account, keyId: id }))
  shell.stdout.write(`${id} is revoked\n`)
}
