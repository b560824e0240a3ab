import type { ColumnType, Generated } from 'kysely'
import type {
  ServiceModel,
  ServiceModelChange,
  ServiceModelInput,
} from '#contract/admin-service-models.ts'
import type { AddedModelEntry, ServiceCost } from '#contract/service-model-entry.ts'
import type { Text } from '#server/texts/index.ts'
import type { EngineTrouble, OrderedWork, PausedBy } from '#server/engines/spec/index.ts'
import type {
  DefaultInstant,
  DefaultJson,
  Instant,
  Json,
} from '#server/platform/db/schema-columns.ts'

export type EngineMode = 'active' | 'paused' | 'draining' | 'removed'

declare module '#server/platform/db/schema.ts' {
  /** The tables of the domain engines; their columns are described where they are made, in `migrations/`. */
  interface Database {
    engine_servers: {
      name: string
      kind: string
      label: string
      url: string | null
      credentials: Buffer | null
      created_at: DefaultInstant
      version: Generated<number>
    }
    model_downloads: {
      id: string
      source: string
      state: Generated<'queued' | 'running' | 'ready' | 'failed' | 'canceled'>
      /** Bytes; the driver reads them as text. */
      done: ColumnType<string | number, number | undefined, number>
      total: ColumnType<string | number | null, number | null | undefined, number | null>
      speed: ColumnType<string | number | null, number | null | undefined, number | null>
      /** The English sentence of the text. */
      problem: string | null
      /** Null: there is none but the sentence, as in rows of earlier versions. */
      problem_text: Json<Text> | null
      runner: string | null
      heartbeat_at: Instant | null
      created_at: DefaultInstant
    }
    engine_states: {
      engine: string
      mode: Generated<EngineMode>
      concurrency: number | null
      daily_limit: number | null
      /** A day; read as text where it is read. */
      limit_reached_on: ColumnType<unknown, unknown, unknown>
      circuit_until: Instant | null
      circuit_rest_ms: number | null
      last_error: string | null
      last_error_at: Instant | null
      last_trouble: EngineTrouble | null
      first_ready_at: Instant | null
    }
    engine_orders: {
      work: OrderedWork
      mode: 'auto' | 'listed'
      engines: string[]
    }
    model_samples: {
      model: string
      hash: string | null
      state: Generated<'wanted' | 'drawing' | 'drawn' | 'failed'>
      image: Buffer | null
      wanted_at: DefaultInstant
      taken_at: Instant | null
    }
    service_models: {
      engine: string
      id: string
      entry: Json<AddedModelEntry>
      inputs: Json<ServiceModelInput[]> | null
      price: Json<ServiceCost> | null
      margin: number
      state: Generated<ServiceModel['state']>
      paused_by: PausedBy | null
      changes: DefaultJson<ServiceModelChange[]>
      looked_at: Instant | null
      look_at: DefaultInstant
      trial_state: Generated<ServiceModel['trial']['state']>
      trial_problem: string | null
      trial_image: Buffer | null
      trial_at: Instant | null
      version: Generated<number>
      created_at: DefaultInstant
    }
    engine_spending: {
      engine: string
      day: ColumnType<unknown, unknown, unknown>
      spent: Generated<number>
      warned_at: Instant | null
    }
    engine_spending_by_kind: {
      engine: string
      day: ColumnType<unknown, unknown, unknown>
      kind: string
      spent: number
    }
    engine_failures: {
      id: Generated<number>
      engine: string
      code: string
      failed_at: DefaultInstant
    }
    engine_incidents: {
      id: Generated<string>
      engine: string
      cause: 'failing' | 'unreachable'
      started_at: DefaultInstant
      ended_at: Instant | null
    }
  }
}
