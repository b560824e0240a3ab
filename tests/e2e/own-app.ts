import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { pickPort } from '#server/platform/embedded-postgres/port.ts'
import { runCommand, runProgram, type RunOptions } from '../support/run-program.ts'
import { runSql } from './run-sql.ts'

/** An app of a test's own: its clock may be moved and its books be broken without harm to other tests. */
export interface OwnApp {
  url: string
  /** Where its database and its files are. */
  dataDir: string
  /** The operator's command line. @returns what it printed, and how it ended */
  command(...args: string[]): Promise<{ code: number | null; stdout: string }>
  /** Lets time pass, as `clock advance` does. */
  advance(span: string): Promise<void>
  /** One statement on its database, behind its back. */
  sql(text: string): Promise<void>
  /** Sends it a signal. */
  kill(signal: NodeJS.Signals): void
  /** Ends it as a power cut does, and starts it again. */
  killAndStart(): Promise<void>
  dispose(): Promise<void>
}

/**
 * @param settings beside those of every own app
 * @param script another program than the app's own
 */
export async function startOwnApp(
  settings: Record<string, string> = {},
  script: RunOptions['script'] = 'server/main.ts',
): Promise<OwnApp> {
  const parent = process.env['E2E_FOLDER'] ?? tmpdir()
  mkdirSync(parent, { recursive: true })
  const dataDir = mkdtempSync(join(parent, 'atelier-own-'))
  const port = String(await pickPort())
  const env = { PORT: port, HOST: '127.0.0.1', DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...settings }
  let program = runProgram({ env, script })
  await program.ready
  const command: OwnApp['command'] = (...args) => runCommand(args, env)
  return {
    dataDir,
    url: `http://127.0.0.1:${port}`,
    command,
    async advance(span) {
      expect((await command('clock', 'advance', span)).code).toBe(0)
    },
    async sql(text) {
      await runSql(dataDir, text)
    },
    kill: (signal) => program.kill(signal),
    async killAndStart() {
      program.kill('SIGKILL')
      await program.ended
      program = runProgram({ env, script })
      await program.ready
    },
    async dispose() {
      program.kill('SIGTERM')
      await program.ended
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
