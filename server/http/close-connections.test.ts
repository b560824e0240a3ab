import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { addConnectionClosing } from './close-connections.ts'

test('closing waits for answers, not for connections on which nothing was asked', async () => {
  const app = Fastify({ forceCloseConnections: 'idle' })
  addConnectionClosing(app)
  const entered = Promise.withResolvers<void>()
  app.get('/slow', async () => {
    entered.resolve()
    await sleep(300)
    return 'done'
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const silent = connect(Number(new URL(url).port), '127.0.0.1')
  await new Promise((resolve) => silent.once('connect', resolve))
  const answer = fetch(new URL('/slow', url)).then((response) => response.text())
  await entered.promise
  const begin = performance.now()
  await app.close()
  expect(await answer).toBe('done')
  expect(performance.now() - begin).toBeLessThan(3000)
  silent.destroy()
})

test('a request that is never answered does not keep the server from closing', async () => {
  const app = Fastify({ forceCloseConnections: 'idle' })
  addConnectionClosing(app, 200)
  const entered = Promise.withResolvers<void>()
  app.get('/never', async () => {
    entered.resolve()
    return new Promise(() => {})
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const answer = fetch(new URL('/never', url)).then(
    () => 'answered',
    () => 'cut off',
  )
  await entered.promise
  const begin = performance.now()
  await app.close()
  expect(await answer).toBe('cut off')
  expect(performance.now() - begin).toBeLessThan(3000)
})
