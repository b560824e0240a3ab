import type { ServiceModelInput } from '#contract/admin-service-models.ts'
import { VIDEO_LIMITS } from '#contract/values/jobs/video.ts'
import {
  type AddedModelEntry,
  type OrderValue,
  ServiceModelId,
  type VideoModelEntry,
} from '#contract/service-model-entry.ts'
import { proposeCredits, usualMaxPixels } from '#contract/service-model-price.ts'
import { type Given, withGiven } from '#contract/service-model-ways.ts'
import type { PublishedModel } from '#server/engines/spec/index.ts'

type Does = AddedModelEntry['does']
type Input = ServiceModelInput

/** Names that models use for what an order has. */
const NAMES: readonly [pattern: RegExp, type: Input['type'], value: OrderValue][] = [
  [/^(?:text_|positive_)?prompt$|^instructions?$/, 'text', 'prompt'],
  [/^negative(?:_prompt)?$/, 'text', 'negative'],
  [/size$|^resolution$/, 'size', 'size'],
  [/^width$/, 'number', 'width'],
  [/^height$/, 'number', 'height'],
  [/^(?:num_)?(?:inference_)?steps$/, 'number', 'steps'],
  [/^guidance(?:_scale)?$|^(?:true_)?cfg(?:_scale)?$/, 'number', 'guidance'],
  [/^(?:prompt_|image_|denoising_)?strength$/, 'number', 'strength'],
  [/^seed$/, 'number', 'seed'],
  [/^(?:scale|upscal(?:e|ing)(?:_factor)?|scale_factor)$/, 'number', 'scale'],
]
const COUNT = /^(?:n|num_images|num_outputs|max_images|number_of_images|batch_size)$/
const FORMAT = /^(?:output_)?format$/
const RATIO = /^\d+[:x]\d+$/
const MASK = /mask/
const DURATION = /^(?:video_)?(?:duration|length|seconds)(?:_seconds)?$/
/** Inputs that only models of videos have. */
const OF_VIDEOS = /^(?:duration|num_frames|video_length|fps|frames_per_second|frame_rate)$/
/** Images that a video does not begin with. */
const NO_FIRST_FRAME = /mask|end|tail|last|reference|subject|style/
/** Words on a mask whose white is kept. */
const BLACK_IS_DRAWN =
  /black\b[^.,;]*\b(?:edited|inpainted|repainted|replaced|changed|filled|generated|modified)/i

/** Constants that keep an output one image, whole and checked. */
function constantFor({ name, type, choices }: Input): unknown {
  if (COUNT.test(name) && type === 'number') return 1
  if (FORMAT.test(name) && choices?.includes('png')) return 'png'
  if (name === 'enable_safety_checker' && type === 'boolean') return true
  if (name === 'disable_safety_checker' && type === 'boolean') return false
  return undefined
}

const ratiosOf = ({ choices }: Input): string[] => (choices ?? []).filter((one) => RATIO.test(one))

/** Value of an order that an image input of a model takes. */
function imageFor({ name, description }: Input, does: Does): OrderValue | null {
  if (does === 'video') return NO_FIRST_FRAME.test(name) ? null : 'image'
  if (!MASK.test(name)) return 'image'
  if (does !== 'draw' && does !== 'inpaint') return null
  return BLACK_IS_DRAWN.test(description) ? 'kept_mask' : 'mask'
}

/** What an input is given: a value of the order, a constant, or undefined: it is left out. */
function match(input: Input, does: Does): unknown {
  const constant = constantFor(input)
  if (constant !== undefined) return constant
  const { name, type, choices, required, standard } = input
  const usual = required ? (standard ?? choices?.[0] ?? undefined) : undefined
  if (type === 'images') return does === 'video' ? usual : '$images'
  if (type === 'image') {
    const image = imageFor(input, does)
    return image ? `$${image}` : usual
  }
  if (does === 'video' && DURATION.test(name) && (type === 'number' || choices)) return '$duration'
  const known = NAMES.find(([pattern, of]) => of === type && pattern.test(name))
  if (known) return `$${known[2]}`
  if (type === 'text' && /ratio|size/.test(name)) {
    if ((does === 'draw' || does === 'video') && ratiosOf(input).length > 0) return '$aspect'
    if (does === 'draw' && /size/.test(name) && choices === null) return '$pixels'
  }
  return usual
}

/** What a model does, by what it takes and what it is called. */
function guessWork({ endpoint, category, inputs }: PublishedModel): Does {
  const pictures = inputs.filter(({ type, name }) => /^images?$/.test(type) && !MASK.test(name))
  const needsPrompt = inputs.some(
    ({ name, required }) => required && /prompt|instruction/.test(name),
  )
  const needsPicture = pictures.some(({ required }) => required)
  if (category.endsWith('-to-video')) return 'video'
  if (category === '' && inputs.some(({ name }) => OF_VIDEOS.test(name))) return 'video'
  if (inputs.some(({ type, name, required }) => type === 'image' && required && MASK.test(name)))
    return 'inpaint'
  if (category.startsWith('text-to-') || (needsPrompt && !needsPicture && !/edit/.test(endpoint)))
    return 'draw'
  if (/upscal|esrgan|super-?res/.test(endpoint)) return 'upscale'
  if (/background|rembg|matting|birefnet|cutout/.test(endpoint)) return 'remove_background'
  return pictures.length === 0 ? 'draw' : 'edit_image'
}

/** Our name for it: what it is called there, without its owner and its version. */
function idOf(endpoint: string): string {
  const [path = ''] = endpoint.split(':')
  const name = path
    .split('/')
    .slice(1)
    .join('-')
    .replace(/[^\w.-]/g, '-')
  return ServiceModelId.parse(name.slice(0, 60) || 'model')
}

const SIZES = { min: 512, max: 1536, step: 16 }
/** Of images that are drawn over: they keep their own. */
const KEPT_SIZES = { min: 256, max: 2048, step: 8 }
const MOST_INPUTS = 4
const USUAL_EDGE = 720
const USUAL_DURATION = 5

const numberIn = (value: unknown): number | null =>
  Number(/\d+/.exec(JSON.stringify(value ?? null))?.[0] ?? Number.NaN) || null

/** Whole seconds that a model makes, the usual first, and how it is told them. */
function durationsOf(inputs: readonly Input[]): Pick<VideoModelEntry, 'durations' | 'durationAs'> {
  const named = (pattern: RegExp) => inputs.find(({ name }) => pattern.test(name))
  const input = named(DURATION)
  const isAllowed = (seconds: number | null): seconds is number =>
    seconds !== null && seconds >= VIDEO_LIMITS.duration.min && seconds <= VIDEO_LIMITS.duration.max
  if (!input) {
    const frames = numberIn(named(/^num_frames$/)?.standard)
    const rate = numberIn(named(/^(?:fps|frames_per_second|frame_rate)$/)?.standard)
    const seconds = frames && rate ? Math.floor(frames / rate) : null
    return { durations: [isAllowed(seconds) ? seconds : USUAL_DURATION], durationAs: 'number' }
  }
  const usual = numberIn(input.standard)
  const all = [usual, ...(input.choices ?? []).map(numberIn)].filter(isAllowed)
  return {
    durations: all.length > 0 ? [...new Set(all)] : [USUAL_DURATION],
    durationAs:
      input.type === 'number'
        ? 'number'
        : input.choices?.some((one) => one.endsWith('s'))
          ? 'seconds'
          : 'text',
  }
}

/** Shorter side of the videos that a model makes when nothing else is said, pixels. */
function edgeOf(inputs: readonly Input[], given: Given): number {
  const input = inputs.find(({ name }) => name === 'resolution')
  const edge = numberIn(input && (given[input.name] ?? input.standard))
  return edge !== null && edge >= 128 && edge <= 2160 ? edge : USUAL_EDGE
}

/** How orders become requests for a model, as far as its inputs say it; a person looks at it before anybody orders. */
export function proposeEntry(
  published: PublishedModel,
  { margin, creditValue }: { margin: number; creditValue: number },
): { id: string; entry: AddedModelEntry } {
  const does = guessWork(published)
  const { endpoint, inputs } = published
  const matched = inputs
    .map((input) => [input.name, match(input, does)] as const)
    .filter(([, value]) => value !== undefined)
  const has = (wanted: string) => matched.some(([, value]) => value === wanted)
  const redraws = has('$strength') || has('$mask') || has('$kept_mask')
  const first = matched.find(([, value]) => value === '$image')?.[0]
  const given = Object.fromEntries(
    matched.filter(([name, value]) => {
      if (does === 'draw') return value !== '$images' && (value !== '$image' || redraws)
      // A video begins with one image.
      return does !== 'video' || value !== '$image' || name === first
    }),
  )
  const entry = withGiven(bare(published, does, given), given, inputs)
  const credits = proposeCredits(entry, margin, creditValue)
  return { id: idOf(endpoint), entry: { ...entry, credits } }
}

/** A model without its inputs. */
function bare(published: PublishedModel, does: Does, given: Given): AddedModelEntry {
  const { endpoint, name, licence, description, inputs } = published
  const cost = published.cost ?? {
    dollars: 0,
    per: does === 'video' ? ('second' as const) : ('image' as const),
  }
  const common = {
    name: name.slice(0, 200),
    licence: licence.slice(0, 500),
    endpoint,
    input: {},
    cost,
    credits: 1,
  }
  const words = description.slice(0, 200)
  const ratios = inputs.find(({ name: of }) => given[of] === '$aspect')
  const aspects = ratios && { aspects: ratiosOf(ratios) }
  const drawn = { ...common, description: words, nativeSize: 1024, maxTokens: 512, maxSteps: 100 }
  switch (does) {
    case 'draw':
      return { does, ...drawn, drawsPeople: false, sizes: SIZES, fit: 'cover', ...aspects }
    case 'inpaint':
      return { does, ...drawn, sizes: KEPT_SIZES }
    case 'video':
      return {
        does,
        ...common,
        description: words,
        ...durationsOf(inputs),
        edge: edgeOf(inputs, given),
        ...aspects,
      }
    default: {
      const takesMany = inputs.some(({ type }) => type === 'images')
      return {
        does,
        ...common,
        maxEdge: 4096,
        maxPixels: usualMaxPixels(cost),
        maxInputs: does === 'edit_image' && takesMany ? MOST_INPUTS : 1,
      }
    }
  }
}
