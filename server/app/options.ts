import { fileURLToPath } from 'node:url'
import type { Config } from '#server/config/index.ts'
import type { AccountsDeps } from '#server/domains/accounts/index.ts'
import type { Engine, PictureClassifier } from '#server/engines/spec/index.ts'
import type { HttpOptions } from '#server/http/index.ts'
import type { Db } from '#server/platform/db/index.ts'
import type { Log } from '#server/platform/log.ts'
import type { TestPaymentsOptions } from '#test-payments/index.ts'

/** Parts that tests replace. */
export interface AppOverrides {
  /** Engines, the preferred one first. */
  engines?: readonly Engine[]
  /** Looks at finished pictures instead of the built-in engine. */
  classifier?: PictureClassifier
  /** Checks every answer against the contract. */
  validateResponses?: boolean
  apiLimits?: HttpOptions['settings']['apiLimits']
  /** Characters that one person may have read in a minute. */
  readingLimit?: number
  /** Of passwords' hashes. */
  passwordCost?: NonNullable<AccountsDeps['passwordCost']>
  drainMs?: number
  /** How often sets of headshots, packs and trainings are taken a step on. */
  stepSeconds?: number
  /** How often mails of the life cycle are sent, in seconds. */
  lifecycleSeconds?: number
  /** Milliseconds before a process that got the lock of a task begins it. */
  settleMs?: number
  /** What the account at the test payments has in its dashboard. */
  paymentAccount?: NonNullable<TestPaymentsOptions['account']>
  /** False leaves out the rendered pages, which need a build of the web app. */
  pages?: false
  /** False leaves the engines' processes to the first job that needs one. */
  warmsUp?: false
}

export interface AppContextOptions {
  config: Config
  db: Db
  log: Log
  overrides?: AppOverrides
}

/** The options with nothing left out; every part of the app is made from them. */
export type AppOptions = Required<AppContextOptions>

/** Folder of the project. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The server runs from its sources and reloads them. */
export const isDevelopment = (): boolean => process.env['NODE_ENV'] === 'development'
