import type { LoraTraining } from '#contract/lora-trainings.ts'
import { TRAINING_STATUSES } from '#contract/values/lora-trainings.ts'
import { paths } from '#contract/paths.ts'
import { byLanguage } from '#web/lib/format.ts'
import type { StudiosTexts } from '../texts.ts'

/** Of the specification: what the link of a trained model draws where its model draws people. */
export const HEADSHOT =
  'professional headshot in a professional suit, looking at camera, park background, smiling'
const WEIGHT = '1.3'
const [NOT_STARTED] = TRAINING_STATUSES

/** The page that draws with a trained model. */
export const modelLink = (
  {
    original_model_version: model,
    created_model_version: lora,
  }: Pick<LoraTraining, 'original_model_version' | 'created_model_version'>,
  prompt: string,
): string =>
  paths.textToImage.link({
    model,
    lora_models: lora ?? '',
    lora_weights: WEIGHT,
    selected_mode: 'advanced',
    prompt,
  })

/** Whether it is being trained, or its model stored. */
export const isBusy = ({ status }: Pick<LoraTraining, 'status'>): boolean =>
  status === 'Pending' || status === 'Running' || status === 'Downloading'

/** Whether it can be started, for the first time or again. */
export const canStart = ({ status }: Pick<LoraTraining, 'status'>): boolean =>
  status === NOT_STARTED || status === 'Failed'

/** Whether the person in its photos is to agree before it can be started. */
export const waitsForConsent = ({ consent: { answer } }: Pick<LoraTraining, 'consent'>): boolean =>
  answer !== null && answer !== 'agreed'

/** How far a training really is, for the sentence of the specification says less; null where that says it all. */
export function progressText(
  t: StudiosTexts,
  { status, progress }: Pick<LoraTraining, 'status' | 'progress'>,
): string | null {
  if (status === 'Running' && progress) {
    return t('status.step', {
      percent: Math.floor((100 * progress.step) / Math.max(1, progress.steps)),
    })
  }
  if (status === 'Running') return t('status.begun')
  return status === 'Pending' ? t(progress ? 'status.interrupted' : 'status.waiting') : null
}

/** Where a studio stands, in the words of the specification. */
export function statusText(
  t: StudiosTexts,
  { status, downloaded, error }: Pick<LoraTraining, 'status' | 'downloaded' | 'error'>,
): string {
  if (status === NOT_STARTED) return t('status.notStarted')
  if (status === 'Pending') return t('status.pending')
  if (status === 'Successful' && downloaded) return t('status.successful')
  if (status !== 'Failed') return t('status.other')
  return t(error?.code === 'stopped' ? 'status.stopped' : 'status.failed')
}

const days = byLanguage(
  (locale) =>
    new Intl.DateTimeFormat(locale, {
      month: 'short',
      day: '2-digit',
      year: 'numeric',
    }),
)

/** `Nov 03, 2026` */
export const formatDay = (instant: string): string => days().format(new Date(instant))
