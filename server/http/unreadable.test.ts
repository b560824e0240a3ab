import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { answerUnreadable, refuseTunnel } from './error-handler.ts'

async function send(bytes: string): Promise<{ status: string; code: string; detail: string }> {
  const app = Fastify({ clientErrorHandler: answerUnreadable })
  app.server.on('connect', refuseTunnel)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(bytes)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  await app.close()
  return {
    status: head.split('\r\n')[0] ?? '',
    code: /x-error-code: (\w+)/i.exec(head)?.[1] ?? '',
    detail: (JSON.parse(body) as { detail: string }).detail,
  }
}

test('what is not HTTP is answered like any other error', async () => {
  expect(await send('NOT HTTP\r\n\r\n')).toEqual({
    status: 'HTTP/1.1 400 Bad Request',
    code: 'invalid',
    detail: 'The request cannot be read.',
  })
  expect(await send(`GET / HTTP/1.1\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`)).toEqual({
    status: 'HTTP/1.1 431 Request Header Fields Too Large',
    code: 'invalid',
    detail: 'The headers are too large.',
  })
})

test('a method that HTTP does not know is 405, and so is a tunnel', async () => {
  for (const line of ['FOO /api/plans/ HTTP/1.1', 'CONNECT example.com:443 HTTP/1.1']) {
    const answer = await send(`${line}\r\nHost: localhost\r\n\r\n`)
    expect([line, answer]).toEqual([
      line,
      {
        status: 'HTTP/1.1 405 Method Not Allowed',
        code: 'method_not_allowed',
        detail: 'This method is not allowed.',
      },
    ])
  }
})
