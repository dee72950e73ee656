/** A map with a maximum size. When it is full, the entry that was set least recently is removed. */
export class RecentMap<K, V> {
  private readonly entries = new Map<K, V>()

  constructor(private readonly sizeMax: number) {}

  get size(): number {
    return this.entries.size
  }

  get(key: K): V | undefined {
    return this.entries.get(key)
  }

  set(key: K, value: V): void {
    this.entries.delete(key)
    if (this.entries.size >= this.sizeMax) {
      for (const oldest of this.entries.keys()) {
        this.entries.delete(oldest)
        break
      }
    }
    this.entries.set(key, value)
  }
}
