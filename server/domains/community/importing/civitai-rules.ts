import type { ModelType } from '#contract/community.ts'
import { MODEL_TYPES } from '#contract/values/model-types.ts'
import { levelOf } from '../ratings.ts'
import { type CivitaiImage, type CivitaiModel, storable } from './civitai-shapes.ts'

/** Why something is not taken over. */
export type Refusal = 'person' | 'minor' | 'blocked'

/** Our levels by their bits: PG, PG-13, R, X, XXX, blocked. */
const BITS: readonly [bit: number, rating: string][] = [
  [1, 'PG'],
  [2, 'PG13'],
  [4, 'Mature'],
  [8, 'X'],
  [16, 'X'],
  [32, 'Blocked'],
]
const PG13 = levelOf('PG13')!
const BLOCKED = levelOf('Blocked')!

function levelsOf(bits: number): number[] {
  return BITS.flatMap(([bit, rating]) => ((bits & bit) === 0 ? [] : [levelOf(rating)!]))
}

/** The level of one image; null: not known, and so shown to nobody. */
export function imageLevel({
  nsfwLevel,
  browsingLevel,
}: Pick<CivitaiImage, 'nsfwLevel' | 'browsingLevel'>): number | null {
  const bits = typeof browsingLevel === 'number' ? browsingLevel : nsfwLevel
  if (typeof bits === 'number') return levelsOf(bits).at(-1) ?? null
  return typeof bits === 'string' ? levelOf(bits) : null
}

/**
 * The level of a model. Its bits are those of all images that were made with it, so nearly every model has them all: one that is
 * not marked as for adults is shown up to PG-13, with samples of that level alone.
 */
export function modelLevel({ nsfw, nsfwLevel }: CivitaiModel): number | null {
  const levels = typeof nsfwLevel === 'number' ? levelsOf(nsfwLevel) : []
  const [lowest, highest] = [levels[0], levels.at(-1)]
  if (lowest === undefined || highest === undefined) return null
  return nsfw ? highest : Math.max(lowest, Math.min(highest, PG13))
}

/** Tags of models of real people that are not marked as such. */
const OF_PEOPLE =
  /^(?:celebrit(?:y|ies)|real person|real people|act(?:or|ress)|singer|politician|influencer|pornstar|porn star|athlete|streamer)$/i

/** Why a model is not taken over; null: it is. */
export function refusalOfModel(model: CivitaiModel): Refusal | null {
  if (model.poi || model.tags.some((tag) => OF_PEOPLE.test(tag.trim()))) return 'person'
  if (model.minor) return 'minor'
  return modelLevel(model) === BLOCKED ? 'blocked' : null
}

export function refusalOfImage(image: CivitaiImage): Refusal | null {
  if (image.poi) return 'person'
  if (image.minor) return 'minor'
  return imageLevel(image) === BLOCKED ? 'blocked' : null
}

const RENAMED: Record<string, ModelType> = { dora: 'LORA', lycoris: 'LoCon', motionmodule: 'Other' }

export function typeOf(type: string): ModelType {
  const name = type.toLowerCase()
  return RENAMED[name] ?? MODEL_TYPES.find((one) => one.toLowerCase() === name) ?? 'Unknown'
}

/** What its author allows, in words. */
export function licenceOf(model: CivitaiModel): string {
  const { allowNoCredit, allowCommercialUse, allowDerivatives, allowDifferentLicense } = model
  const uses = [allowCommercialUse ?? []]
    .flat()
    // Older answers hold them as text: {Image,Rent}.
    .flatMap((use) => use.split(/[{},]/))
    .map((use) => use.trim())
    .filter((use) => use !== '' && use !== 'None')
  const parts = [
    allowNoCredit === true ? 'no credit needed' : 'credit the author',
    uses.length === 0 ? 'no commercial use' : `commercial use: ${uses.join(', ')}`,
    allowDerivatives === true ? 'merges allowed' : 'no merges',
    allowDifferentLicense === true ? 'merges under any license' : 'merges under the same license',
  ]
  return `Civitai: ${parts.join('; ')}`
}

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  '#39': "'",
}

/** The text of a description in HTML, with its paragraphs. */
export function plainText(html: string): string {
  return html
    .replaceAll(/<(?:br|\/p|\/h\d|\/li|hr)\b[^>]*>/gi, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/\s*\n\s*\n\s*/g, '\n\n')
    .trim()
}

const MOST_TAGS = 10
const LONGEST_TAG = 40

/** As many tags as an item may have. */
export const tagsOf = (tags: readonly string[]): string[] =>
  [...new Set(tags.map((tag) => tag.trim().toLowerCase()))]
    .filter((tag) => tag !== '' && tag.length <= LONGEST_TAG)
    .slice(0, MOST_TAGS)

const LONGEST_PROMPT = 2000

const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== ''
    ? storable(value.slice(0, LONGEST_PROMPT))
    : undefined

const numberIn = (value: unknown): number | undefined => {
  const number = typeof value === 'string' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** The request that an image says it was made by, in our words; null: it does not say. */
export function requestOf({ meta, width, height }: CivitaiImage): Record<string, unknown> | null {
  const prompt = textIn(meta?.['prompt'])
  if (!meta || prompt === undefined) return null
  const request = {
    type: 'TTI',
    prompt,
    negative_prompt: textIn(meta['negativePrompt']),
    sampler: textIn(meta['sampler']),
    steps: numberIn(meta['steps']),
    guidance_scale: numberIn(meta['cfgScale']),
    seed: numberIn(meta['seed']),
    width,
    height,
  }
  return Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined))
}
