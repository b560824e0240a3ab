import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type Config, httpAddress, loadConfig, readEnvironment } from '#server/config/index.ts'
import { isDatabaseAway } from '#server/platform/db/away.ts'
import type { ErrorReports } from '#server/platform/error-reports.ts'
import { createLogger, type Log } from '#server/platform/log.ts'
import { openDatabase } from '#server/platform/open-database.ts'
import { dropAllocatorSettings } from '#server/platform/process/allocator.ts'
import { OperatorError, operatorLine } from '#lib/operator-error.ts'
import { waitForStopSignal } from '#server/platform/process/stop-signals.ts'

/** SIGTERM is answered by the end of the process within this time. */
const STOP_WITHIN_MS = 25_000
/** A database that goes away in the middle of a start is waited for. */
const START_WITHIN_MS = 60_000
const START_AGAIN_MS = 1000

const LISTEN_TROUBLES: Record<string, string> = {
  EADDRINUSE: 'is in use by another program; set PORT to a free one',
  EACCES: 'may not be opened by this user; set PORT to 1024 or more',
  EADDRNOTAVAIL: 'is not an address of this machine; set HOST',
  ENOTFOUND: 'is not an address of this machine; set HOST',
  EAI_AGAIN: 'is not an address of this machine; set HOST',
}

async function listen(http: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await http.listen({ host, port })
  } catch (error) {
    const trouble = LISTEN_TROUBLES[(error as NodeJS.ErrnoException).code ?? '']
    if (trouble === undefined) throw error
    throw new OperatorError(`${httpAddress(host, port)} ${trouble}.`, { cause: error })
  }
}

/** Says what the operator should know about what is open to whom. */
function announceTestMode({ testMode, isLoopback, mail }: Config, log: Log): void {
  if (isLoopback) return
  if (testMode) {
    log.warn(
      'ALLOW_TEST_MODE=1: test payments and /dev/inbox are open to everybody who reaches this address',
    )
    return
  }
  log.info(
    'Test payments and /dev/inbox are off, for HOST or PUBLIC_URL is not loopback (ALLOW_TEST_MODE=1)',
  )
  if (mail.smtpUrl === null) log.warn('No email can be sent until SMTP_URL is set')
}

function announcePayments({ stripe }: Config, log: Log): void {
  if (stripe.secretKey === null || stripe.webhookSecrets.length > 0) return
  log.warn(
    'STRIPE_WEBHOOK_SECRET is not set: events of Stripe are refused, and payments seen minutes later',
  )
}

/** Null where errors go into the log alone: then the client is not even loaded. */
async function openErrorReports({ errorReports }: Config): Promise<ErrorReports | null> {
  if (errorReports === null) return null
  const { startErrorReports } = await import('#server/platform/error-reports.ts')
  return startErrorReports(errorReports)
}

/** The running parts, and the two ways to end them. */
interface Started {
  stack: AsyncDisposableStack
  /** Stops at once what must not outlive this process (the database); called when the orderly end takes too long. */
  abandon(): void
}

/** Starts everything; what is started puts its end on the stack. */
async function start(config: Config, log: Log, started: Started): Promise<void> {
  const { stack } = started
  const load = () => import('./context.ts')
  const { db, close, abandon } = await openDatabase({
    ...config.database,
    dataDir: config.dataDir,
    load,
    log,
  })
  stack.defer(close)
  started.abandon = abandon
  const { createAppContext } = await load()
  const context = await createAppContext({ config, db, log })
  stack.defer(() => context.dispose())
  stack.defer(() => context.drain())
  await context.start()
  if (context.http) await listen(context.http, config)
  const ready = context.http
    ? `Atelier is ready at ${httpAddress(config.host, config.port)}`
    : `Atelier ${config.roles.join(' and ')} is ready`
  process.stdout.write(`${ready}\n`)
  const link = context.http && (await context.installation.setupLink({ isAsked: false }))
  if (link) process.stdout.write(`Set up this site: ${link}\n`)
}

/** Starts everything, from the beginning when the database goes away meanwhile. */
async function startPatiently(config: Config, log: Log, started: Started): Promise<void> {
  for (const begun = performance.now(); ;) {
    try {
      await start(config, log, started)
      return
    } catch (error) {
      if (performance.now() - begun > START_WITHIN_MS || !isDatabaseAway(error)) throw error
      log.warn(`The database went away during the start, trying again: ${(error as Error).message}`)
    }
    await started.stack.disposeAsync().catch((error: unknown) => log.debug({ err: error }))
    started.stack = new AsyncDisposableStack()
    await sleep(START_AGAIN_MS)
  }
}

/** Ends everything that was started, in reverse order, or exits all the same when that takes too long. */
async function stop({ stack, abandon }: Started, log: Log): Promise<void> {
  const tooLong = setTimeout(() => {
    log.error(`Not everything ended within ${STOP_WITHIN_MS / 1000} seconds`)
    abandon()
    process.exit(1)
  }, STOP_WITHIN_MS)
  try {
    await stack.disposeAsync()
  } finally {
    clearTimeout(tooLong)
  }
}

function report(error: unknown, log: Log | null): void {
  const line = operatorLine(error)
  if (line !== null) process.stderr.write(`${line}\n`)
  else if (log) log.fatal({ err: error }, 'Atelier has failed')
  else process.stderr.write(`${String(error)}\n`)
}

/** Runs the program until it is told to stop, then ends the process. */
export async function runServer(): Promise<never> {
  // Set by `node --watch`: every process that is forked would tell of its modules on the channel that we speak on.
  delete process.env['WATCH_REPORT_DEPENDENCIES']
  dropAllocatorSettings(process.env)
  let log: Log | null = null
  const started: Started = { stack: new AsyncDisposableStack(), abandon() {} }
  let stopping = false
  let reports: ErrorReports | null = null
  const broken = new Promise<never>((_, reject) => {
    const handle = (error: unknown) => {
      // A lost connection is for those who use it; the database comes back, or is started again.
      if (log && isDatabaseAway(error)) log.warn({ err: error }, 'A connection was lost')
      else if (stopping) report(error, log)
      else reject(error)
    }
    process.on('uncaughtException', handle)
    process.on('unhandledRejection', handle)
  })
  const signal = waitForStopSignal()
  // The reader of the output may have gone; that is no reason to end.
  process.stdout.on('error', () => {})
  process.stderr.on('error', () => {})
  try {
    const config = loadConfig(readEnvironment(process.cwd(), process.env), process.argv.slice(2))
    reports = await openErrorReports(config)
    log = createLogger({ ...config.log, ...(reports && { onError: reports.report }) })
    announceTestMode(config, log)
    announcePayments(config, log)
    await Promise.race([startPatiently(config, log, started), broken])
    log.info(`Stopping on ${await Promise.race([signal, broken])}`)
  } catch (error) {
    report(error, log)
    process.exitCode = 1
  }
  stopping = true
  try {
    await stop(started, log ?? createLogger({ level: 'error' }))
  } catch (error) {
    report(error, log)
    process.exitCode = 1
  }
  await reports?.close()
  process.exit()
}
