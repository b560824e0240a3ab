import { type AppOverrides, createAppContext } from '#server/app/context.ts'
import { type Config, httpAddress, loadConfig } from '#server/config/index.ts'
import { createLogger, type Log } from '#server/platform/log.ts'
import { openDatabase } from '#server/platform/open-database.ts'

/**
 * Serves the app from this process, as the program does, with parts that a test replaces, and ends the process after the signal.
 * @param overridesOf by the settings of the environment
 */
export async function serveApp(
  overridesOf: (config: Config, log: Log) => AppOverrides,
  signal: Promise<unknown>,
): Promise<never> {
  const config = loadConfig(process.env)
  const log = createLogger(config.log)
  const { db, close } = await openDatabase({
    url: config.database.url,
    dataDir: config.dataDir,
    connections: config.database.connections,
    log,
  })
  const context = await createAppContext({ config, db, log, overrides: overridesOf(config, log) })
  await context.start()
  await context.http?.listen({ host: config.host, port: config.port })
  process.stdout.write(`Atelier is ready at ${httpAddress(config.host, config.port)}\n`)
  await signal
  await context.drain()
  await context.dispose()
  await close()
  process.exit()
}
