import type { Selectable } from 'kysely'
import type { Billing } from '#server/domains/billing/index.ts'
import type { Credits } from '#server/domains/credits/index.ts'
import type { Commissions, Generation } from '#server/domains/generation/index.ts'
import type { Studios } from '#server/domains/studios/index.ts'
import type { EngineRegistry } from '#server/engines/spec/index.ts'
import type { Database, Db } from '#server/platform/db/index.ts'
import type { Log } from '#server/platform/log.ts'

export interface HeadshotsDeps {
  db: Db
  credits: Credits
  billing: Pick<Billing, 'headshotSetPrice' | 'openOrder' | 'closeOrder' | 'oweBack' | 'returnOwed'>
  studios: Pick<
    Studios,
    'checkStart' | 'requireReady' | 'startIn' | 'startPaid' | 'stateOf' | 'likenessOf' | 'remove'
  >
  drawings: Generation['drawings']
  commissions: Pick<Commissions, 'quote' | 'redeem' | 'usedFor' | 'useQuoter'>
  engines: EngineRegistry
  log: Log
}

export type RunRow = Selectable<Database['headshot_runs']>
export type ShotRow = Selectable<Database['headshot_shots']>
