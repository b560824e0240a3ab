import { resolve } from 'node:path'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { AppContext } from '../app/context.ts'
import type { Config } from '../config/index.ts'
import type { Db } from '../platform/db/index.ts'
import type { Log } from '../platform/log.ts'
import { openDatabase } from '../platform/open-database.ts'
import { OperatorError } from '#lib/operator-error.ts'

/** What every command is given. */
export interface Tools {
  config: Config
  log: Log
  /** Writes a line of the command's result. */
  print(line: string): void
}

export interface Command {
  /** The arguments after the command's name, as the help shows them. */
  usage: string
  summary: string
  /** @returns the exit status; nothing is 0 */
  run(args: string[], tools: Tools): Promise<number | void>
}

/**
 * Reads a command's arguments.
 * @throws {OperatorError} one line with the usage when they do not fit
 */
export function readArguments<T extends ParseArgsConfig['options']>(
  command: { name: string; usage: string },
  args: string[],
  options: T,
  positionals: { min: number; max: number } = { min: 0, max: 0 },
): ReturnType<typeof parseArgs<{ options: T; allowPositionals: true }>> {
  const usage = `Usage: ${command.name} ${command.usage}`
  try {
    const parsed = parseArgs({ args, options, allowPositionals: true, allowNegative: true })
    const count = parsed.positionals.length
    if (count >= positionals.min && count <= positionals.max) return parsed
  } catch (error) {
    throw new OperatorError(`${(error as Error).message.split('. ')[0]}. ${usage}`, {
      cause: error,
    })
  }
  throw new OperatorError(usage)
}

/** Where a file lies that was named from the caller's folder, which a release leaves as it starts. */
export const fileOfCaller = (named: string): string =>
  resolve(process.env['ATELIER_CALLED_FROM'] ?? '.', named)

/** Runs `act` on the running instance's database, or starts it for as long. */
export async function withDatabase<T>(
  { config, log }: Tools,
  act: (db: Db) => Promise<T>,
): Promise<T> {
  const { db, close } = await openDatabase({
    ...config.database,
    dataDir: config.dataDir,
    log,
  })
  try {
    return await act(db)
  } finally {
    await close()
  }
}

/** Runs `act` with the program's parts on an open database; none of them serves or works. */
export async function withParts<T>(
  { config, log }: Tools,
  db: Db,
  act: (context: AppContext) => Promise<T>,
): Promise<T> {
  // Loaded only here: most commands answer a wrong argument long before they need all parts.
  const { createAppContext } = await import('../app/context.ts')
  const context = await createAppContext({ config: { ...config, roles: [] }, db, log })
  try {
    return await act(context)
  } finally {
    await context.dispose()
  }
}

/** Runs `act` with the program's parts, none of which serves or works. */
export const withApp = <T>(
  tools: Tools,
  act: (context: AppContext, db: Db) => Promise<T>,
): Promise<T> => withDatabase(tools, (db) => withParts(tools, db, (context) => act(context, db)))
