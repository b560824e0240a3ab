import { type ExpressionBuilder, sql, type SqlBool } from 'kysely'
import type { LoraTraining } from '#contract/lora-trainings.ts'
import type { LoraSubject, SubjectName } from '#server/engines/spec/index.ts'
import type { Database, Db, Reader } from '#server/platform/db/index.ts'
import type { Storage } from '#server/platform/storage/index.ts'
import { isId } from '#server/platform/storable-text.ts'
import type { TrainingRow } from './store.ts'

/** A LoRA that its owner may use, the guests it is shared with, and everybody if the studio is public. */
export interface TrainedLora {
  /** What requests and prompts name. */
  id: string
  /** SHA-256 of its file. */
  hash: string
  /** The model version that it is for. */
  model: string
  /** What prompts may name; null where no photos of it lead drawings. */
  subject: SubjectName | null
  /** What it shows. */
  kind: LoraTraining['object_type']
  /** It was trained on photos of its owner's child. */
  ofChild: boolean
}

/** What one brings to a drawing. */
export interface TrainedFiles {
  file: Uint8Array
  keptAs?: string
  /** Left out of a style. */
  learned?: SubjectName
  subject?: LoraSubject
}

interface Deps {
  db: Db
  storage: Storage
}

/** Whether a model is shared with somebody: read again at every use, so that one that is taken back is of no use from then on. */
export const isShared = (userId: string) =>
  sql<SqlBool>`exists (select from model_shares share where share.lora_training_id = lora_trainings.id
    and share.guest_id = ${userId} and share.state = 'accepted')`

const mayUse = (userId: string) => (where: ExpressionBuilder<Database, 'lora_trainings'>) =>
  where.or([
    where('user_id', '=', userId),
    where('training_type', '=', 'Showcase'),
    isShared(userId),
  ])

const findRows = ({ db }: Deps, userId: string, names: readonly string[]) =>
  db.kysely
    .selectFrom('lora_trainings')
    .select([
      'created_model_version',
      'lora_hash',
      'original_model_version',
      'checkpoint_key',
      'kept_as',
      'cut_outs',
      'project_name',
      'object_type',
      'consent_subject',
    ])
    .where(mayUse(userId))
    .where('created_model_version', 'in', [...names])
    .where('status', '=', 'Successful')
    .where('deleted_at', 'is', null)
    .execute()

/** Those of these that this person trained, that are shared with them, or that are public. */
export async function findTrainedLoras(
  deps: Deps,
  userId: string,
  names: readonly string[],
): Promise<TrainedLora[]> {
  if (names.length === 0) return []
  const rows = await findRows(deps, userId, names)
  return rows.map((row) => ({
    id: row.created_model_version ?? '',
    hash: row.lora_hash ?? '',
    model: row.original_model_version,
    subject: row.cut_outs.length > 0 ? subjectOf(row) : null,
    kind: row.object_type,
    ofChild: row.consent_subject === 'child',
  }))
}

/** What one that this person may use brings to a drawing; null if there is none. */
export async function readTrainedLora(
  deps: Deps,
  userId: string,
  name: string,
): Promise<TrainedFiles | null> {
  const [row] = await findRows(deps, userId, [name])
  const file = row?.checkpoint_key ? await deps.storage.read(row.checkpoint_key) : null
  if (!row || !file) return null
  const subject = subjectOf(row)
  const read = await Promise.all(row.cut_outs.map(({ key }) => deps.storage.read(key)))
  const pictures = read.filter((picture) => picture !== null)
  return {
    file,
    ...(row.kept_as !== null && { keptAs: row.kept_as }),
    ...(subject && { learned: subject }),
    ...(subject && pictures.length > 0 && { subject: { ...subject, pictures } }),
  }
}

/** A style has no subject. */
function subjectOf({
  project_name: name,
  object_type: kind,
}: Pick<TrainingRow, 'project_name' | 'object_type'>): SubjectName | null {
  return kind === 'style' ? null : { name, kind }
}

/** Those of these names, of models or their trainings, that stand for a child. */
export async function findChildren(
  reader: Reader,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string; model: string | null }>`
    select id, created_model_version as model from lora_trainings
    where consent_subject = 'child'
      and (id = any (${names.filter(isId)}::uuid[]) or created_model_version = any (${names}::text[]))`.execute(
    reader,
  )
  return new Set(rows.flatMap(({ id, model }) => [id, model ?? id]))
}

/** What a training learned that this person may use; null if there is no such one that is done. */
export async function findTrainedSubject(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  training: string,
): Promise<TrainedLora | null> {
  if (!isId(training)) return null
  const row = await db.kysely
    .selectFrom('lora_trainings')
    .select([
      'created_model_version',
      'lora_hash',
      'original_model_version',
      'object_type',
      'project_name',
      'cut_outs',
      'consent_subject',
    ])
    .where('id', '=', training)
    .where(mayUse(userId))
    .where('status', '=', 'Successful')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row?.created_model_version) return null
  return {
    id: row.created_model_version,
    hash: row.lora_hash ?? '',
    model: row.original_model_version,
    subject: row.cut_outs.length > 0 ? subjectOf(row) : null,
    kind: row.object_type,
    ofChild: row.consent_subject === 'child',
  }
}
