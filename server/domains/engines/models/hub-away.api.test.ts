import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createClient } from '#tests/support/client.ts'
import { api } from '#contract/index.ts'
import {
  type JsonAnswer,
  type JsonServer,
  startJsonServer,
} from '#tests/support/doubles/json-server.ts'
import { fetchTransport } from '#tests/support/fetch-transport.ts'
import { newAdmin, type TestPerson } from '#tests/support/people.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const NETWORK = 'birefnet-lite-512'
const log: string[] = []
let answer: JsonAnswer = { status: 200, body: '<title>Hotel</title>' }
let hub: JsonServer
let away: JsonServer
let app: TestApp
let admin: TestPerson

beforeAll(async () => {
  hub = await startJsonServer(() => answer)
  away = await startJsonServer(() => answer)
  await away.close()
  app = await startTestApp({
    overrides: { pages: false },
    env: { HF_ENDPOINT: hub.url, CIVITAI_BASE_URL: away.url },
    onLog: (line) => log.push(line),
  })
  admin = await newAdmin(app)
})
afterAll(async () => {
  await app.dispose()
  await hub.close()
})
beforeEach(() => void log.splice(0))

/** Asks for a model in a language. @returns how it was refused, and what the log says of it */
async function refusalOf(source: string, language = 'en') {
  const headers = { authorization: `Token ${admin.token}`, 'accept-language': language }
  const call = createClient(fetchTransport(app.url, { headers }), { validate: true })
  const refused = await call(api.adminModels.lookUp, { body: { source } }).catch(
    (error: unknown) => error,
  )
  const told = log
    .map((line) => JSON.parse(line) as { level: number; code?: string; msg: string })
    .filter(({ level, code }) => level >= 40 && code === 'unavailable')
  return { refused, told }
}

test('a hub that cannot be reached is one sentence for the administrator and one line of the log', async () => {
  const { host } = new URL(away.url)
  const english = `${host} cannot be reached. Check the connection of this machine and try again.`
  const { refused, told } = await refusalOf('civitai:4')
  expect(refused).toMatchObject({ status: 503, code: 'unavailable', body: { detail: english } })
  expect(told).toMatchObject([{ level: 40, msg: `${host} could not be reached: ECONNREFUSED` }])
  expect(log.filter((line) => line.includes('stack'))).toEqual([])
  expect((await refusalOf('civitai:4', 'es')).refused).toMatchObject({
    body: {
      detail: `No se puede conectar con ${host}. Revisa la conexión de esta máquina e inténtalo de nuevo.`,
    },
  })
})

test.each(['ann/tiny', NETWORK])('what a hub cannot answer about %s is said', async (source) => {
  const { host } = new URL(hub.url)
  answer = { status: 200, body: '<title>Hotel</title>' }
  expect((await refusalOf(source)).refused).toMatchObject({
    status: 503,
    body: { detail: `${host} does not answer as a model hub does.` },
  })
  answer = { status: 502, body: {} }
  const { refused, told } = await refusalOf(source)
  expect(refused).toMatchObject({
    status: 503,
    body: { detail: expect.stringMatching(/^The hub answered 502 for .+\.$/) },
  })
  expect(told).toHaveLength(2)
  expect(log.filter((line) => line.includes('stack'))).toEqual([])
})
