import type { Selectable } from 'kysely'
import type { Billing } from '#server/domains/billing/index.ts'
import type { Jobs } from '#server/domains/jobs/index.ts'
import type { Orders } from '#server/domains/orders/index.ts'
import type { Studios } from '#server/domains/studios/index.ts'
import type { EngineRegistry } from '#server/engines/spec/index.ts'
import type { Database, Db, Tx } from '#server/platform/db/index.ts'
import type { Log } from '#server/platform/log.ts'
import type { Sweeper } from '#server/platform/sweeper.ts'

export interface HeadshotsDeps {
  db: Db
  orders: Orders
  sweeper: Sweeper
  billing: Pick<Billing, 'headshotSetPrice' | 'openOrder' | 'closeOrder' | 'oweBack' | 'returnOwed'>
  studios: Pick<
    Studios,
    'checkStart' | 'requireReady' | 'startIn' | 'startPaid' | 'stateOf' | 'likenessOf' | 'remove'
  >
  drawings: Jobs['drawings']
  /** Deletes own images with no time to undo it. @returns how many */
  deleteImages(userId: string, ids: readonly string[]): Promise<number>
  engines: EngineRegistry
  /** Tells webhooks, in the transaction of the end. */
  announceEnd(tx: Tx, end: { userId: string; id: string; events: ['run.ended'] }): Promise<void>
  log: Log
}

export type RunRow = Selectable<Database['headshot_runs']>
export type ShotRow = Selectable<Database['headshot_shots']>
