import { ADMIN_TOKEN } from '@carillon/core'
import type { ServerConfig } from '../settings/config.js'
import { UserError } from '../settings/user-error.js'
import { keptSecret, secretFileOf } from './kept-secret.js'

/** `place` tells the operator where the token is stored. */
export type AdminToken = { readonly token: string; readonly place: string }

export async function adminTokenOf({
  adminToken,
  dataDir,
}: Pick<ServerConfig, 'adminToken' | 'dataDir'>): Promise<AdminToken> {
  if (adminToken !== null) return { token: adminToken, place: 'as in CARILLON_ADMIN_TOKEN' }
  const kept = { dataDir, name: 'admin-token' } as const
  const [token, file] = [await keptSecret(kept), secretFileOf(kept)]
  if (!ADMIN_TOKEN.holds(token)) {
    throw new UserError(
      `The admin token in ${file} ${ADMIN_TOKEN.expected}; got ${token.length} characters. Remove the file, and the next start creates a new token`,
    )
  }
  return { token, place: `in ${file}` }
}
