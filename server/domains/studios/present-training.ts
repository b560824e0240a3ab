import type { LoraTraining, UnsaidTraining } from '#contract/lora-trainings.ts'
import type { Media } from '#server/domains/media/index.ts'
import { type Reader, readMoneyTime, type Tx } from '#server/platform/db/index.ts'
import type { Events } from '#server/platform/events/index.ts'
import { judgePhotos, type Verdict } from './coach/judge-photos.ts'
import { type ConsentAnswer, answersOf } from './consent-answers.ts'
import { isUnlike, type PhotoRow, photosOf, retrainedOf, type TrainingRow } from './store.ts'

export type UnsaidPhoto = UnsaidTraining['lora_training_images'][number]

export interface PresentDeps {
  media: Media
  leastLikeness: number
}

/** What the coach says of the photos of a studio. */
export const judge = ({ object_type: object }: TrainingRow, photos: readonly PhotoRow[]): Verdict =>
  judgePhotos(object, photos)

export function presentPhoto(
  { media }: Pick<PresentDeps, 'media'>,
  photo: PhotoRow,
  verdict: Verdict,
): UnsaidPhoto {
  return {
    id: photo.id,
    image: media.pictureUrl({ storageKey: photo.storage_key }),
    width: photo.look.width,
    height: photo.look.height,
    crop: photo.crop,
    caption: photo.caption,
    pattern: photo.look.pattern,
    findings: verdict.photos.get(photo.id) ?? [],
  }
}

/**
 * Studios as somebody sees them.
 * @param viewer null: nobody is signed in. Photos are shown to their owner, and those of public studios to everybody.
 */
export async function presentTrainings(
  deps: PresentDeps,
  reader: Reader,
  rows: readonly TrainingRow[],
  viewer: string | null,
): Promise<UnsaidTraining[]> {
  const shown = rows.filter(
    ({ user_id: owner, training_type: type }) => owner === viewer || type === 'Showcase',
  )
  const all = await photosOf(
    reader,
    shown.map(({ id }) => id),
  )
  const byTraining = Map.groupBy(all, ({ lora_training_id: id }) => id)
  const retrained = await retrainedOf(reader, rows)
  const now = await readMoneyTime(reader)
  const answers = await answersOf(reader, rows)
  return rows.map((row) => ({
    ...present(deps, row, byTraining.get(row.id) ?? [], viewer),
    consent: presentConsent(row, answers.get(row.id)),
    can_retrain:
      row.user_id === viewer && isUnlike(row, deps.leastLikeness, now) && !retrained.has(row.id),
  }))
}

function present(
  deps: PresentDeps,
  row: TrainingRow,
  photos: readonly PhotoRow[],
  viewer: string | null,
): Omit<UnsaidTraining, 'can_retrain' | 'consent'> {
  const verdict = judge(row, photos)
  const isOwn = row.user_id === viewer
  const isShown = isOwn || row.training_type === 'Showcase'
  const first = photos.map(({ expires_at: at }) => at.getTime())
  return {
    id: row.id,
    project_name: row.shown_as ?? row.project_name,
    training_type: row.training_type,
    status: row.status,
    downloaded: row.status === 'Successful',
    created_at: row.created_at.toISOString(),
    lora_training_images: photos.map((photo) => presentPhoto(deps, photo, verdict)),
    object_type: row.object_type,
    original_model_version: row.original_model_version,
    created_model_version: row.created_model_version,
    is_own: isOwn,
    owner: null,
    coach: { level: verdict.level, findings: verdict.findings },
    progress: row.progress,
    curve: row.curve,
    samples: isShown
      ? row.samples.map(({ step, key, prompt, with_subject: withSubject = false }) => ({
          step,
          prompt,
          with_subject: withSubject,
          url: deps.media.pictureUrl({ storageKey: key }),
        }))
      : [],
    cut_outs: isOwn
      ? row.cut_outs.map(({ key }) => deps.media.pictureUrl({ storageKey: key }))
      : [],
    checkpoint: row.checkpoint_step,
    likeness: row.likeness,
    is_free: row.is_free,
    error: row.error,
    cost: row.cost,
    retention_ends_at: first.length > 0 ? new Date(Math.min(...first)).toISOString() : null,
  }
}

const NOT_ASKED: ConsentAnswer = { answer: null, expires_at: null }

const presentConsent = (
  { consent_subject: subject, consent_at: at }: TrainingRow,
  answer = NOT_ASKED,
): LoraTraining['consent'] => ({ subject, stated_at: at.toISOString(), ...answer })

/** One studio as its owner sees it. */
export async function presentOwn(
  deps: PresentDeps,
  reader: Reader,
  row: TrainingRow,
): Promise<UnsaidTraining> {
  const [training] = await presentTrainings(deps, reader, [row], row.user_id)
  return training!
}

/** Tells its owner how a training stands when the transaction is through. */
export async function publishTraining(
  deps: PresentDeps & { events: Events },
  tx: Tx,
  row: TrainingRow,
): Promise<UnsaidTraining> {
  const training = await presentOwn(deps, tx, row)
  deps.events.publish(tx, row.user_id, 'training', training)
  return training
}
