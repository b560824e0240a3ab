import type { HeadshotOrder } from '#contract/headshot-runs.ts'
import type { DrawingOrder } from '#server/domains/jobs/index.ts'
import type { EngineRegistry, ImageModel } from '#server/engines/spec/index.ts'
import { AppError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import type { RunRow, ShotRow } from './deps.ts'

const ATTIRE: Record<ShotRow['attire'], string> = {
  suit: 'a professional suit',
  blazer: 'a blazer over a plain shirt',
  shirt: 'a crisp shirt',
  blouse: 'an elegant blouse',
  sweater: 'a fine knit sweater',
  casual: 'smart casual clothes',
}
const BEHIND: Record<ShotRow['background'], string> = {
  studio: 'gray studio background',
  office: 'bright office background, out of focus',
  city: 'city street background, out of focus',
  park: 'park background, out of focus',
  library: 'library background, out of focus',
  white: 'plain white background',
}
const FRAMED: Record<ShotRow['framing'], string> = {
  close: 'close-up of the face',
  shoulders: 'head and shoulders',
}
const PEOPLE: Record<HeadshotOrder['gender'], string> = { Man: 'man', Woman: 'woman' }
const NOT_WANTED = 'blurry, deformed, extra fingers, text, watermark'
const FRAMINGS = ['shoulders', 'close'] as const

/** Which shots a set has: attire by background by framing, round and round. */
export function planShots({
  attire,
  backgrounds,
  shots,
}: HeadshotOrder): Pick<ShotRow, 'place' | 'attire' | 'background' | 'framing'>[] {
  return Array.from({ length: shots }, (_, place) => ({
    place,
    attire: attire[place % attire.length]!,
    background: backgrounds[Math.floor(place / attire.length) % backgrounds.length]!,
    framing: FRAMINGS[Math.floor(place / (attire.length * backgrounds.length)) % 2]!,
  }))
}

/**
 * The model of a studio, where it is ready and draws people.
 * @throws {AppError} `unavailable`
 */
export async function requirePainter(engines: EngineRegistry, id: string): Promise<ImageModel> {
  const found = (await engines.imageModels()).find(({ model }) => model.id === id)
  if (found?.model.features.includes('photo_person')) return found.model
  throw new AppError('unavailable', `${id} draws no people`, {
    userMessage: t('headshots.noModelForPeople'),
  })
}

/** What is ordered for a shot: upright, about a megapixel of what the model draws best. */
export function orderOf(
  { choice: { gender, age_range: age } }: Pick<RunRow, 'choice'>,
  { attire, background, framing }: Pick<ShotRow, 'attire' | 'background' | 'framing'>,
  model: ImageModel,
  lora: string,
): DrawingOrder {
  const fit = (length: number) =>
    Math.min(model.sizes.max, Math.max(model.sizes.min, 8 * Math.floor(length / 8)))
  const years = age === '65+' ? '65 year or older' : `${age} year old`
  return {
    type: 'TTI',
    prompt: `professional headshot photo of a ${years} ${PEOPLE[gender]} wearing ${ATTIRE[attire]}, ${FRAMED[framing]}, ${BEHIND[background]}, looking at camera, smiling, soft light, sharp focus`,
    ...(model.features.includes('negative_prompt') && { negative_prompt: NOT_WANTED }),
    model: model.id,
    loras: [{ model: lora, weight: 1 }],
    num_images: 1,
    width: fit(0.88 * model.nativeSize),
    height: fit(1.1 * model.nativeSize),
  }
}
