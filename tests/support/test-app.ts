import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { inject } from 'vitest'
import { createClient } from '#tests/support/client.ts'
import { type AppContext, type AppOverrides, createAppContext } from '#server/app/context.ts'
import { type Config, type Environment, loadConfig } from '#server/config/index.ts'
import type { Db } from '#server/platform/db/index.ts'
import { pickPort } from '#server/platform/embedded-postgres/port.ts'
import { createLogger } from '#server/platform/log.ts'
import { CookieJar, fetchTransport } from './fetch-transport.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

export type TestClient = ReturnType<typeof createClient>

export interface TestAppOptions {
  /** Most connections of its pool. */
  connections?: number
  /** Another one than a new one; it is the caller's to dispose. */
  database?: TestDatabase
  /** Settings by their names in the environment. */
  env?: Environment
  /** Parts of the app context that the test replaces. */
  overrides?: AppOverrides
  /** With the rendered pages, by the build of the web app. */
  pages?: true
  /** Hears every line of the log, from `trace` on. */
  onLog?: (line: string) => void
}

/** The real app on its own database and folder, listening on its own port. */
export interface TestApp {
  /** Origin, like `http://127.0.0.1:23456`. */
  url: string
  config: Config
  context: AppContext
  db: Db
  /** The typed client of somebody not signed in; every answer is checked against the contract. */
  call: TestClient
  /** The client of the owner of a session token. */
  as(token: string): TestClient
  /** The client of a browser: keeps cookies, echoes the XSRF token, shows no Authorization. */
  browser(cookies?: CookieJar): TestClient
  dispose(): Promise<void>
}

/** Tests register many people from one address. */
const ROOMY_LIMITS: Environment = {
  REGISTRATIONS_PER_IP: '100000',
  FAILED_LOGINS_PER_IP: '100000',
  TRIALS_PER_NETWORK: '100000',
  LOG_LEVEL: 'error',
}

/** Of an app with sets or trainings: most of their tests wait for nothing but the next step. */
export const QUICK_STEPS = { stepSeconds: 0.2 } satisfies AppOverrides

const TEST_PARTS: AppOverrides = {
  validateResponses: true,
  apiLimits: { perAddress: 0, perCaller: 0 },
  drainMs: 5000,
  // The least there is: each of thousands of people is hashed and verified, 25 ms with what is recommended.
  passwordCost: { memoryCost: 8, timeCost: 1 },
  // Each step asks for what is due: at five a second that was half of what an app at rest took of the processor.
  stepSeconds: 1,
  // Tests read inboxes: these mails come when a test asks for them.
  lifecycleSeconds: 86_400,
  // There is no other process that may still be at work.
  settleMs: 0,
  // A second of processor for a model that few files draw with; those wait for it at their first image.
  warmsUp: false,
}

const writableTo = (hear: (line: string) => void) =>
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      hear(chunk.toString('utf8'))
      done()
    },
  })

/** Starts the app for a test file; `dispose` it in `afterAll`. */
export async function startTestApp({
  connections,
  database: given,
  env = {},
  overrides = {},
  pages,
  onLog,
}: TestAppOptions = {}): Promise<TestApp> {
  const database =
    given ?? (await createTestDatabase(connections === undefined ? {} : { max: connections }))
  const dataDir = mkdtempSync(join(inject('scratchFolder'), 'app-'))
  const undo = async () => {
    if (!given) await database.dispose()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    const config = loadConfig({
      ...ROOMY_LIMITS,
      PORT: String(await pickPort()),
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      ...env,
    })
    const log = onLog
      ? createLogger({ level: 'trace', pretty: false, target: writableTo(onLog) })
      : createLogger(config.log)
    const context = await createAppContext({
      config,
      db: database.db,
      log,
      overrides: { ...TEST_PARTS, ...(!pages && { pages: false as const }), ...overrides },
    })
    await context.start()
    await context.http?.listen({ host: config.host, port: config.port })
    const client = (headers: Record<string, string>, cookies?: CookieJar) =>
      createClient(fetchTransport(config.publicUrl, { headers, ...(cookies && { cookies }) }), {
        validate: true,
      })
    return {
      url: config.publicUrl,
      config,
      context,
      db: database.db,
      call: client({}),
      as: (token) => client({ authorization: `Token ${token}` }),
      browser: (cookies = new CookieJar()) => client({}, cookies),
      async dispose() {
        await context.drain()
        await context.dispose()
        await undo()
      },
    }
  } catch (error) {
    await undo()
    throw error
  }
}
