import { type Selectable, sql } from 'kysely'
import type { Database } from '#server/platform/db/index.ts'

/** What the SQL of other domains may read of trainings: what they cost. `hold_id` is that of the last start. */
export const trainingCosts = sql<
  Pick<
    Selectable<Database['lora_trainings']>,
    'id' | 'hold_id' | 'finished_at' | 'engine_ms' | 'engine_cost'
  >
>`(select id, hold_id, finished_at, engine_ms, engine_cost from lora_trainings)`

/** What the SQL of other domains may read of trainings that have a model: `from ${doneTrainings} t`. */
export const doneTrainings = sql<Pick<Selectable<Database['lora_trainings']>, 'id'>>`(
  select id from lora_trainings where status = 'Successful' and deleted_at is null)`

/** What the SQL of other domains may read of models that are not everybody's: what prompts name them by, of deleted ones, too. */
export const privateModels = sql<{ name: string }>`(
  select created_model_version as name from lora_trainings
  where created_model_version is not null and training_type <> 'Showcase')`

/** What the SQL of other domains may read of trainings that are not over: `from ${openTrainings} t`. */
export const openTrainings = sql<Pick<Selectable<Database['lora_trainings']>, 'id' | 'hold_id'>>`(
  select id, hold_id from lora_trainings where status in ('Pending', 'Running', 'Downloading'))`
