import { ADDED_VIDEO } from '#contract/jobs/video.ts'
import { type Engine, type VideoModel, WHY_PAUSED } from '#server/engines/spec/index.ts'
import { AppError, type FieldErrors, invalidField } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import { requirePainter } from '../drawing/draw-for-tool.ts'
import { nameSubject, requireSubject } from '../drawing/subject.ts'
import type {
  FoundInput,
  FoundInputs,
  OwnLora,
  ResolveContext,
  ResolvedJob,
  WordsRead,
} from '../../kind.ts'
import { joinWords } from './join-words.ts'
import type { Parameters, Request } from './parameters.ts'
import { priceVideo } from './price.ts'
import { resolveExtension } from './resolve-extension.ts'

/**
 * Fills in what is left out by what the provider offers, and refuses what it does not.
 * @throws {AppError} `invalid` naming every field that does not fit; `unavailable`
 */
export async function resolveVideo(
  context: ResolveContext,
  { quote: _quote, ...asked }: Request,
  inputs: FoundInputs,
): Promise<ResolvedJob<Parameters>> {
  const { engines } = context
  const found = (await engines.videoModels()).find(({ model }) => model.provider === asked.provider)
  if (!found) throw noSuchProvider(engines, asked.provider)
  const { engine, model } = found
  if (asked.video !== undefined) return resolveExtension(found, asked, inputs['video'] ?? null)
  const fields: FieldErrors = { ...checkSources(asked, model), ...checkChoices(asked, model) }
  const names = Object.keys(fields)
  if (names.length > 0)
    throw new AppError('invalid', `Not possible: ${names.join(', ')}`, { fields })
  const duration = asked.duration ?? durationsOf(asked, model)[0]!
  const isLed = asked.prompts !== undefined || asked.end_image !== undefined
  const motion =
    asked.motion ?? (isLed && model.motions.includes('none') ? 'none' : model.motions[0]!)
  const size = sizeOf(asked, model, inputs['image'] ?? null)
  const drawn = asked.image === undefined && model.maxPrompts > 0
  const subject =
    asked.training === undefined ? null : await requireSubject(context, asked.training)
  const named = subject ? { prompt: nameSubject(asked.prompt ?? '', subject) } : {}
  if (subject) await requireModelOf(engines, engine, subject)
  const choice = { wanted: subject?.model, subject: subject?.subject ?? null }
  const painted = drawn
    ? await paint({ ...asked, ...named }, (words) => requirePainter(engines, engine, words, choice))
    : null
  return {
    engine: engine.name,
    modelHash: model.hash,
    words: painted?.words ?? null,
    ...(model.credits !== undefined && { price: priceVideo(model, { ...asked, duration }) }),
    parameters: {
      ...asked,
      duration,
      motion,
      ...size,
      ...(painted && { model: painted.model }),
      ...(subject && { ...named, shot: asked.prompt ?? '', lora: subject.id }),
    },
  }
}

/** The refusal of a provider that makes nothing now: why it is paused, or that there is none. */
function noSuchProvider(
  engines: ResolveContext['engines'],
  provider: Request['provider'],
): AppError {
  const added = provider.startsWith(`${ADDED_VIDEO}:`)
    ? engines.whyPaused(provider.slice(ADDED_VIDEO.length + 1))
    : undefined
  return invalidField('provider', added ? WHY_PAUSED[added] : t('jobs.providerNotSetUp'))
}

type Asked = Omit<Request, 'quote'>

async function paint(
  { prompt, prompts }: Asked,
  painter: (words: string) => ReturnType<typeof requirePainter>,
): Promise<{ model: string; words: WordsRead | null }> {
  const field = prompts === undefined ? 'prompt' : 'prompts'
  try {
    const all = await Promise.all((prompts ?? [prompt ?? '']).map(painter))
    return { model: all[0]!.model.id, words: joinWords(all.map(({ words }) => words)) }
  } catch (error) {
    if (!(error instanceof AppError) || field === 'prompt' || !error.fields?.['prompt']) throw error
    throw new AppError('invalid', error.message, { fields: { [field]: error.fields['prompt'] } })
  }
}

/** @throws {AppError} `invalid` for a training of a model that this engine does not draw with */
async function requireModelOf(
  engines: ResolveContext['engines'],
  { name }: Engine,
  { model }: OwnLora,
): Promise<void> {
  const all = await engines.imageModels()
  if (!all.some((one) => one.engine.name === name && one.model.id === model))
    throw invalidField('training', t('jobs.trainedForNoVideo'))
}

const REQUIRED = t('common.required')

/** What the video is made of. */
function checkSources(
  { image, end_image: end, prompt, prompts, training }: Asked,
  model: VideoModel,
): FieldErrors {
  if (end !== undefined && !model.endFrame) return { end_image: [t('jobs.endNotByProvider')] }
  if (end !== undefined && image === undefined) return { image: [t('jobs.endNeedsStart')] }
  if (training !== undefined) {
    if (image !== undefined || model.maxPrompts === 0)
      return { training: [t('jobs.onlyDrawnShowModel')] }
    if (prompts !== undefined) return { training: [t('jobs.onlyWithOnePrompt')] }
  }
  if (prompts !== undefined) {
    if (prompts.length > model.maxPrompts) return { prompts: [t('jobs.noSeveralPrompts')] }
    if (image !== undefined) return { prompts: [t('jobs.promptsOrImage')] }
    if (prompt !== undefined) return { prompts: [t('jobs.oneOrSeveralPrompts')] }
    return {}
  }
  if (image !== undefined && model.image === 'none') return { image: [t('jobs.noStartFromImage')] }
  const fields: FieldErrors = {}
  if (image === undefined && model.image === 'needed') fields['image'] = [REQUIRED]
  const needsWords = model.prompt === 'needed' || image === undefined
  if (prompt === undefined && needsWords) fields['prompt'] = [REQUIRED]
  return fields
}

/** Seconds that may be asked for, the usual first. */
const durationsOf = ({ end_image: end }: Asked, { durations, endFrame }: VideoModel) =>
  end !== undefined && endFrame ? endFrame.durations : durations

function checkChoices(asked: Asked, model: VideoModel): FieldErrors {
  const { duration, motion, width, height } = asked
  const fields: FieldErrors = {}
  const durations = durationsOf(asked, model).toSorted((a, b) => a - b)
  if (duration !== undefined && !durations.includes(duration))
    fields['duration'] = [t('jobs.oneOf', { list: durations.join(', ') })]
  if (motion !== undefined && !model.motions.includes(motion))
    fields['motion'] = [t('jobs.oneOf', { list: model.motions.join(', ') })]
  if (width === undefined && height === undefined) return fields
  if (width === undefined) fields['width'] = [REQUIRED]
  else if (height === undefined) fields['height'] = [REQUIRED]
  else if (!isOffered({ width, height }, model)) {
    const sizes = model.sizes.map((size) => `${size.width} x ${size.height}`).join(', ')
    const free = model.freeSize
    fields['width'] = [
      free
        ? t('jobs.sizesBetween', { step: free.step, low: free.min, high: free.max })
        : t('jobs.sizeOneOf', { list: sizes }),
    ]
  }
  return fields
}

function isOffered(
  size: { width: number; height: number },
  { sizes, freeSize }: VideoModel,
): boolean {
  const fits = (edge: number) =>
    freeSize !== undefined &&
    edge >= freeSize.min &&
    edge <= freeSize.max &&
    edge % freeSize.step === 0
  return (
    (fits(size.width) && fits(size.height)) ||
    sizes.some(({ width, height }) => width === size.width && height === size.height)
  )
}

/** The size asked for, else the one whose shape is nearest to the image's, else the usual one. */
function sizeOf(
  { width, height }: Asked,
  { sizes }: VideoModel,
  image: FoundInput | null,
): { width: number; height: number } {
  if (width !== undefined && height !== undefined) return { width, height }
  if (!image) return sizes[0]!
  const away = (size: { width: number; height: number }) =>
    Math.abs(Math.log((size.width * image.height) / (size.height * image.width)))
  return sizes.reduce((best, next) => (away(next) < away(best) ? next : best))
}
