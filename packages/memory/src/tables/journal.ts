/** Records each change of the running unit of work, so that it can be undone. */
export class Journal {
  private undos: (() => void)[] | null = null

  begin() {
    this.undos = []
  }

  /** Must be called with every change, within a unit of work: a write that cannot be undone is a bug. */
  record(undo: () => void) {
    if (this.undos === null)
      throw new Error('Stores are written only within their unit of work, and this one has ended')
    this.undos.push(undo)
  }

  keep() {
    this.undos = null
  }

  /** Undoes all changes, the newest first. */
  undo() {
    for (const undo of (this.undos ?? []).reverse()) undo()
    this.undos = null
  }
}
