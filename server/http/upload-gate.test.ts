import { connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { route, type RouteRequest } from '#server/platform/route.ts'
import { uploadForm } from '#tests/support/uploads.ts'
import { startHttp } from '#tests/support/http-app.ts'
import type { UploadLimits } from './upload-gate.ts'

const upload = endpoint({
  method: 'POST',
  path: '/api/upload/',
  access: 'user',
  summary: 'Upload',
  file: { field: 'image', maxBytes: 1024 },
  response: z.object({ bytes: z.number() }),
})
type Handle = (request: RouteRequest<typeof upload>) => Promise<{ bytes: number }>

/** The id of the caller whose token is `good`. */
const GOOD = 'u1'

const LIMITS: UploadLimits = {
  atOnce: 8,
  perCaller: 2,
  perAddress: 4,
  slowest: { bytes: 1000, ms: 60_000 },
}

async function start(limits: Partial<UploadLimits> = {}, handle?: Handle) {
  const app = await startHttp({
    routes: [route(upload, handle ?? (async ({ file }) => ({ bytes: file.length })))],
    uploadLimits: { ...LIMITS, ...limits },
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const send = (token: string) =>
    fetch(`${url}/api/upload/`, {
      method: 'POST',
      headers: { authorization: `Token ${token}` },
      body: uploadForm(new Uint8Array(8)),
    })
  return { app, url, send }
}

/** Begins an upload that never ends; the promise is the status line of what is answered. */
async function stall(
  url: string,
  token: string,
): Promise<{ socket: Socket; answer: Promise<string> }> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  const head = '--x\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\nbegin'
  socket.write(
    `POST /api/upload/ HTTP/1.1\r\nHost: localhost\r\nAuthorization: Token ${token}\r\n` +
      `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 500\r\n\r\n${head}`,
  )
  const answer = new Promise<string>((resolve, reject) => {
    socket.once('data', (data) => resolve(data.toString().split('\r\n', 1)[0] ?? ''))
    socket.once('error', reject)
  })
  answer.catch(() => {})
  return { socket, answer }
}

/** Until what was begun is known to the server. */
async function untilAnswered(send: () => Promise<Response>, status: number): Promise<void> {
  await expect.poll(async () => (await send()).status).toBe(status)
}

test('one sender has a share of the room, and an address too', async () => {
  const { url, send } = await start()
  const stalled = [await stall(url, 'good'), await stall(url, 'good')]
  await untilAnswered(() => send('good'), 429)
  const refused = await send('good')
  expect(refused.headers.get('retry-after')).toBe('2')
  expect((await send('admin')).status).toBe(200)
  stalled.push(await stall(url, 'admin'), await stall(url, 'admin'))
  await untilAnswered(() => send('staff'), 429)
  for (const { socket } of stalled) socket.destroy()
  await untilAnswered(() => send('good'), 200)
})

test('an upload that comes too slowly is ended, and makes room', async () => {
  const { url, send } = await start({ perCaller: 1, slowest: { bytes: 1000, ms: 200 } })
  const { answer, socket } = await stall(url, 'good')
  const closed = new Promise((resolve) => socket.once('close', resolve))
  expect(await answer).toBe('HTTP/1.1 400 Bad Request')
  await closed
  expect((await send('good')).status).toBe(200)
})

/** A handler that works until its signal tells it to end. */
function startEndless(): { handle: Handle; begun: Promise<void>; ended: Promise<unknown> } {
  const begun = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<unknown>()
  const handle: Handle = ({ signal }) =>
    new Promise((_, reject) => {
      begun.resolve()
      signal.addEventListener('abort', () => {
        ended.resolve(signal.reason)
        reject(new Error('its work was cut off'))
      })
    })
  return { handle, begun: begun.promise, ended: ended.promise }
}

test('work on an upload ends when its sender hangs up', async () => {
  const { handle, begun, ended } = startEndless()
  const { url } = await start({}, handle)
  const leaving = new AbortController()
  const sent = fetch(`${url}/api/upload/`, {
    method: 'POST',
    headers: { authorization: 'Token good' },
    body: uploadForm(new Uint8Array(8)),
    signal: leaving.signal,
  })
  await begun
  leaving.abort()
  await expect(sent).rejects.toThrow('aborted')
  expect(await ended).toMatchObject({ message: 'The upload was interrupted.' })
})

async function timeToClose(app: FastifyInstance): Promise<number> {
  const begin = performance.now()
  await app.close()
  return performance.now() - begin
}

test('the end of the server waits neither for what is sent nor for work on it', async () => {
  const { handle, begun } = startEndless()
  const { app, url, send } = await start({ perCaller: 1 }, async (request) =>
    request.caller.userId === GOOD ? handle(request) : { bytes: 0 },
  )
  const [working, { answer }] = [send('good'), await stall(url, 'admin')]
  await begun
  await untilAnswered(() => send('admin'), 429)
  expect(await timeToClose(app)).toBeLessThan(3000)
  expect((await working).status).toBe(503)
  expect(await answer).toBe('HTTP/1.1 503 Service Unavailable')
})
