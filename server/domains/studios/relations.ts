import { type Selectable, sql } from 'kysely'
import type { Database } from '#server/platform/db/index.ts'

/** What the SQL of other domains may read of trainings that are not over: `from ${openTrainings} t`. */
export const openTrainings = sql<Pick<Selectable<Database['lora_trainings']>, 'id' | 'hold_id'>>`(
  select id, hold_id from lora_trainings where status in ('Pending', 'Running', 'Downloading'))`
