import { type LoraTraining, TRAINING_STATUSES } from '#contract/lora-trainings.ts'
import { paths } from '#web/app/paths.ts'
import { byLanguage } from '#web/lib/format.ts'
import type { StudiosTexts } from '../texts.ts'

/** Of the specification: what the link of every trained model draws. */
const HEADSHOT =
  'professional headshot in a professional suit, looking at camera, park background, smiling'
const WEIGHT = '1.3'
const [NOT_STARTED] = TRAINING_STATUSES

/** The page that draws with a trained model. */
export const modelLink = ({
  original_model_version: model,
  created_model_version: lora,
}: Pick<LoraTraining, 'original_model_version' | 'created_model_version'>): string =>
  paths.textToImage.link({
    model,
    lora_models: lora ?? '',
    lora_weights: WEIGHT,
    selected_mode: 'advanced',
    prompt: HEADSHOT,
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
      timeZone: 'UTC',
    }),
)

/** `Nov 03, 2026` */
export const formatDay = (instant: string): string => days().format(new Date(instant))
