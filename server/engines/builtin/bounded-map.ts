/** A map that forgets what was asked for longest ago. */
export class BoundedMap<K, V> {
  readonly #size: number
  readonly #entries = new Map<K, V>()

  /** @param size how many entries it keeps */
  constructor(size: number) {
    this.#size = size
  }

  get(key: K): V | undefined {
    const value = this.#entries.get(key)
    if (value !== undefined) {
      this.#entries.delete(key)
      this.#entries.set(key, value)
    }
    return value
  }

  set(key: K, value: V): void {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    if (this.#entries.size <= this.#size) return
    const [oldest] = this.#entries.keys()
    this.#entries.delete(oldest!)
  }
}
