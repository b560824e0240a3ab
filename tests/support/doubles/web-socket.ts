import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

/** RFC 6455, 1.3. */
const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
const TEXT = 1
const BINARY = 2

/** Answers a request for a WebSocket; what the client sends then is not read, but for its end. */
export function upgradeToWebSocket(request: IncomingMessage, socket: Duplex): void {
  const key = `${request.headers['sec-websocket-key']}${GUID}`
  const accept = createHash('sha1').update(key).digest('base64')
  const lines = ['Upgrade: websocket', 'Connection: Upgrade', `Sec-WebSocket-Accept: ${accept}`]
  socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`)
  socket.resume()
}

/** A whole message as the server's side sends it, unmasked. */
function frame(kind: number, payload: Buffer): Buffer {
  const short = payload.length < 126
  const head = Buffer.alloc(short ? 2 : 4)
  head[0] = 0x80 | kind
  head[1] = short ? payload.length : 126
  if (!short) head.writeUInt16BE(payload.length, 2)
  return Buffer.concat([head, payload])
}

/** @param text up to 64 KiB */
export const textFrame = (text: string) => frame(TEXT, Buffer.from(text))

/** @param bytes up to 64 KiB */
export const binaryFrame = (bytes: Buffer) => frame(BINARY, bytes)
