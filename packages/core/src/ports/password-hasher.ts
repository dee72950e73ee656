/** Hashes passwords slowly on purpose, so that nobody can try many, even with the stored hashes. */
export interface PasswordHasher {
  /** The hash of the same password differs each time. Throws `too-many-sign-ins` if too many passwords wait. */
  hash(password: string): Promise<string>
  /** Takes equally long for a right and a wrong password. Throws `too-many-sign-ins` if too many passwords wait. */
  matches(password: string, hash: string): Promise<boolean>
}
