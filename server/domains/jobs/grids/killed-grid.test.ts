import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createClient } from '#tests/support/client.ts'
import { api } from '#contract/index.ts'
import { stopAbandonedPostgres } from '#tests/support/stop-abandoned-postgres.ts'
import { pickPort } from '#server/platform/embedded-postgres/port.ts'
import { fetchTransport } from '#tests/support/fetch-transport.ts'
import { PASSWORD } from '#tests/support/people.ts'
import { killPrograms, runCommand, runProgram } from '#tests/support/run-program.ts'

const dataDir = realpathSync(mkdtempSync(join(tmpdir(), 'atelier-grid-')))
afterAll(async () => {
  killPrograms()
  await stopAbandonedPostgres(dataDir)
  rmSync(dataDir, { recursive: true, force: true })
})

test('a grid whose server is killed in its middle is finished by the next one, and paid once, but for what lacks its main thing', async () => {
  const port = String(await pickPort())
  const env = { DATA_DIR: dataDir, LOG_LEVEL: 'error', LOG_FORMAT: 'json', PORT: port }
  const start = () => runProgram({ script: 'tests/support/scripted-program.ts', env })
  const first = start()
  await first.ready
  const email = 'ada@example.com'
  const flags = ['--email', email, '--password', PASSWORD, '--verified', '--credits', '50']
  expect(await runCommand(['user', 'create', ...flags], env)).toMatchObject({ code: 0 })
  const url = `http://127.0.0.1:${port}`
  const { key } = await createClient(fetchTransport(url))(api.accounts.login, {
    body: { email, password: PASSWORD },
  })
  const call = createClient(fetchTransport(url, { headers: { authorization: `Token ${key}` } }))
  const grid = await call(api.grids.create, {
    body: {
      request: { prompt: 'a red fox', width: 64, height: 64 },
      x: { of: 'steps', values: [4, 5, 6, 7, 8] },
      y: { of: 'prompt', find: 'fox', values: ['fox', 'unlike fox', 'owl', 'unlike owl'] },
    },
  })
  const made = async () =>
    (await call(api.grids.detail, { params: { id: grid.id } })).cells.filter(
      ({ status }) => status === 'S',
    ).length
  await expect.poll(made, { interval: 20 }).toBeGreaterThan(2)
  first.kill('SIGKILL')
  await first.ended
  const second = start()
  await second.ready
  expect(await made()).toBeLessThan(20)
  await expect.poll(made, { timeout: 90_000 }).toBe(20)
  const { credits, credits_held } = await call(api.users.me, {})
  expect({ credits, credits_held }).toEqual({ credits: 40, credits_held: 0 })
  expect(await runCommand(['billing', 'reconcile'], env)).toMatchObject({ code: 0 })
  second.kill('SIGTERM')
  expect((await second.ended).code).toBe(0)
}, 180_000)
