/**
 * A process that joins the database of the folder it is given: prints `{url, adopted, pid}` or `{error}` as one JSON
 * line, and leaves when its standard input ends. For the tests of sharing and killing.
 */
import { openEmbeddedPostgres } from '#server/platform/embedded-postgres/index.ts'
import type { RootMode } from '#server/platform/embedded-postgres/run-as.ts'
import { createLogger } from '#server/platform/log.ts'
import { OperatorError } from '#lib/operator-error.ts'

const [dataDir = '', rootMode] = process.argv.slice(2)

try {
  const postgres = await openEmbeddedPostgres({
    dataDir,
    log: createLogger({ level: 'warn' }),
    ...(rootMode && { rootMode: rootMode as RootMode }),
  })
  console.log(JSON.stringify({ url: postgres.url, adopted: postgres.adopted, pid: postgres.pid() }))
  // A terminal's Ctrl-C reaches all of its processes; this one has to outlive it like the program does.
  process.on('SIGINT', () => {})
  process.stdin.resume().once('end', () => void postgres.close().then(() => process.exit(0)))
} catch (error) {
  if (!(error instanceof OperatorError)) throw error
  console.log(JSON.stringify({ error: error.message }))
}
