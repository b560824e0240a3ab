import { Socket } from 'node:net'
import { Client, type ClientConfig, type PoolClient } from 'pg'

/** A client whose socket the program has in its hands, by an option of pg. */
export class OwnClient extends Client {
  readonly #socket: Socket
  #isGathering = false

  constructor(config?: ClientConfig) {
    const socket = new Socket()
    // A pool hides the password from being copied.
    super({ ...config, password: config?.password, stream: () => socket })
    this.#socket = socket
  }

  /**
   * Has all that is sent from here on in this turn of the program go out together: each piece would wake the server. Over TLS it
   * does nothing, since pg writes to a socket of its own around this one.
   */
  gather(): void {
    if (this.#isGathering) return
    this.#isGathering = true
    this.#socket.cork()
    process.nextTick(() => {
      this.#isGathering = false
      this.#socket.uncork()
    })
  }

  /** Cuts it off where the other side does not answer: `end` would wait for it. */
  cut(): void {
    this.#socket.destroy()
  }
}

/** Returns a client of our pools as what it is: they hand it out by pg's type. */
export function ownClient(client: PoolClient): PoolClient & OwnClient {
  if (!(client instanceof OwnClient)) throw new TypeError('A pool of other clients')
  return client
}
