import type { Account } from './account.js'

/** Authentication's own read path, asked at every request. */
export interface Keyring {
  /** May answer from memory, but never a key whose revocation this process could know of. */
  find(keyId: string): Promise<KnownKey | null>
}

export type KnownKey = { readonly secretHash: string; readonly account: Account }
