import { connect, createServer, type Socket } from 'node:net'
import { overNetwork } from './over-network.ts'

/** What PgBouncer lets pass of a start without being told more. */
const PASSED = new Set([
  'user',
  'database',
  'client_encoding',
  'application_name',
  'datestyle',
  'timezone',
  'standard_conforming_strings',
])
const KEY_DATA = 'K'.charCodeAt(0)
/** A number that no process of the server has. */
const MADE_UP = 2_000_000_001

/** The settings of a start message. */
function settingsOf(message: Buffer): string[] {
  const texts = message.subarray(8).toString('utf8').split('\0')
  return texts.filter((_, at) => at % 2 === 0).filter((name) => name !== '')
}

function refuse(socket: Socket, setting: string): void {
  const fields = `SFATAL\0C08P01\0Munsupported startup parameter: ${setting}\0\0`
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeUInt32BE(Buffer.byteLength(fields) + 4, 1)
  socket.end(Buffer.concat([head, Buffer.from(fields)]))
}

/** Passes messages of the server on; the number of its process, which comes once, is made up. */
function greet(upstream: Socket, socket: Socket): void {
  let rest = Buffer.alloc(0)
  let isGreeted = false
  upstream.on('data', (data: Buffer) => {
    if (isGreeted) {
      socket.write(data)
      return
    }
    rest = Buffer.concat([rest, data])
    while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
      const end = rest.readUInt32BE(1) + 1
      const message = Buffer.from(rest.subarray(0, end))
      rest = rest.subarray(end)
      if (message[0] === KEY_DATA) {
        message.writeUInt32BE(MADE_UP, 5)
        isGreeted = true
      }
      socket.write(message)
      if (isGreeted) break
    }
    if (isGreeted) socket.write(rest)
  })
}

/**
 * Stands before a PostgreSQL as PgBouncer does in session mode with its defaults: it greets for the server, and refuses a
 * connection whose start asks for more than it knows.
 * @returns the address of the same database through it, and the settings that it refused
 */
export async function startSessionPooler(
  url: string,
): Promise<{ url: string; refused: string[]; close(): Promise<void> }> {
  const target = new URL(url)
  const refused: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', (start: Buffer) => {
      const unknown = settingsOf(start).find((name) => !PASSED.has(name.toLowerCase()))
      if (unknown !== undefined) {
        refused.push(unknown)
        refuse(socket, unknown)
        return
      }
      const upstream = connect(Number(target.port), target.hostname)
      sockets.add(upstream)
      upstream.on('error', () => socket.destroy())
      upstream.on('close', () => socket.destroy())
      socket.on('close', () => upstream.destroy())
      upstream.write(start)
      socket.on('data', (data) => upstream.write(data))
      greet(upstream, socket)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const through = overNetwork(url)
  through.hostname = '127.0.0.1'
  through.port = String(typeof address === 'object' && address ? address.port : 0)
  return {
    url: through.href,
    refused,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
