/** What is no backup, or no longer the one that was written. */
export class BrokenBackup extends Error {
  override readonly name = 'BrokenBackup'
}
