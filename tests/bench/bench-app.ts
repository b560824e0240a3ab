import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '#tests/support/client.ts'
import { type AppOverrides, createAppContext } from '#server/app/context.ts'
import { type Environment, loadConfig } from '#server/config/index.ts'
import { pickPort } from '#server/platform/embedded-postgres/port.ts'
import { createLogger } from '#server/platform/log.ts'
import { openDatabase } from '#server/platform/open-database.ts'
import { CookieJar, fetchTransport } from '../support/fetch-transport.ts'
import type { TestApp } from '../support/test-app.ts'

/** No bench is about the limits. */
const ROOMY_LIMITS: Environment = {
  API_LIMIT_PER_ADDRESS: '1000000',
  API_LIMIT_PER_CALLER: '1000000',
  FAILED_LOGINS_PER_IP: '100000',
  LOG_LEVEL: 'error',
}

/**
 * The app as `npm start` runs it, durable database included, in this process and on a folder of its own.
 * @param options.keptDataDir a folder that stays, with what was seeded
 */
export async function startBenchApp(
  options: { env?: Environment; overrides?: AppOverrides; keptDataDir?: string | undefined } = {},
): Promise<TestApp> {
  const stack = new AsyncDisposableStack()
  try {
    const dataDir = options.keptDataDir ?? mkdtempSync(join(tmpdir(), 'atelier-bench-'))
    if (options.keptDataDir === undefined)
      stack.defer(() => rmSync(dataDir, { recursive: true, force: true }))
    const config = loadConfig({
      ...ROOMY_LIMITS,
      PORT: String(await pickPort()),
      DATA_DIR: dataDir,
      ...options.env,
    })
    const log = createLogger(config.log)
    const { connections, url } = config.database
    const database = await openDatabase({ url, dataDir, connections, log })
    stack.defer(() => database.close())
    const { db } = database
    const overrides = { pages: false as const, ...options.overrides }
    const context = await createAppContext({ config, db, log, overrides })
    stack.defer(() => context.dispose())
    stack.defer(() => context.drain())
    await context.start()
    await context.http?.listen({ host: config.host, port: config.port })
    const client = (headers: Record<string, string>, cookies?: CookieJar) =>
      createClient(fetchTransport(config.publicUrl, { headers, ...(cookies && { cookies }) }))
    return {
      url: config.publicUrl,
      config,
      context,
      db,
      call: client({}),
      as: (token) => client({ authorization: `Token ${token}` }),
      browser: (cookies = new CookieJar()) => client({}, cookies),
      dispose: () => stack.disposeAsync(),
    }
  } catch (error) {
    await stack.disposeAsync()
    throw error
  }
}
