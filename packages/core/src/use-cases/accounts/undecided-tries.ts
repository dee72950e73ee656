/**
 * Limits how many authentications of a client run at once: the failures that are not known yet count like failures, so
 * that parallel guesses are blocked as early as consecutive ones.
 */
export class UndecidedTries {
  private readonly running = new Map<string, Set<Promise<unknown>>>()

  /** Calls `roomOf` again each time that a try of the client ends; what it throws ends the wait. */
  async run<T>(client: string, roomOf: () => number, decide: () => Promise<T>): Promise<T> {
    for (;;) {
      const room = Math.max(1, roomOf())
      const others = this.running.get(client)
      if (others === undefined || others.size < room) break
      // If a try fails because the database is down, the waiting tries fail too, without another query.
      await Promise.race(others)
    }
    const decision = decide()
    const running = this.running.get(client) ?? new Set()
    this.running.set(client, running.add(decision))
    try {
      return await decision
    } finally {
      running.delete(decision)
      if (running.size === 0) this.running.delete(client)
    }
  }
}
