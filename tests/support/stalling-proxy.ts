import { connect, createServer, type Socket } from 'node:net'

/** A way to a server that can stand still, as when the machine behind it is stopped: nothing is refused or answered. */
export interface StallingProxy {
  port: number
  stall(): void
  resume(): void
  close(): Promise<void>
}

/** Passes bytes between its own port and `target` on loopback. */
export async function startStallingProxy(target: number): Promise<StallingProxy> {
  const sockets = new Set<Socket>()
  let stalled = false
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1')
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      if (stalled) from.pause()
      from.on('data', (bytes) => to.write(bytes))
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
    if (stalled) for (const socket of [client, upstream]) socket.pause()
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    stall() {
      stalled = true
      for (const socket of sockets) socket.pause()
    },
    resume() {
      stalled = false
      for (const socket of sockets) socket.resume()
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
