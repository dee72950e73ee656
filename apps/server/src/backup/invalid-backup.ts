/** The file is not a backup, or was changed after it was written. */
export class InvalidBackup extends Error {
  override readonly name = 'BrokenBackup'
}
