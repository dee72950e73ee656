/** What is no backup, or no longer the one that was written. */
export class InvalidBackup extends Error {
  override readonly name = 'BrokenBackup'
}
