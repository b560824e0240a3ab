import type { ServiceModelInput } from '#contract/admin-service-models.ts'
import {
  type AddedModelEntry,
  type OrderValue,
  ServiceModelId,
} from '#contract/service-model-entry.ts'
import { proposeCredits, usualMaxPixels } from '#contract/service-model-price.ts'
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

/** Constants that keep an output one image, whole and checked. */
function constantFor({ name, type, choices }: Input): unknown {
  if (COUNT.test(name) && type === 'number') return 1
  if (FORMAT.test(name) && choices?.includes('png')) return 'png'
  if (name === 'enable_safety_checker' && type === 'boolean') return true
  if (name === 'disable_safety_checker' && type === 'boolean') return false
  return undefined
}

const ratiosOf = ({ choices }: Input): string[] => (choices ?? []).filter((one) => RATIO.test(one))

/** What an input is given: a value of the order, a constant, or undefined: it is left out. */
function match(input: Input, does: Does): unknown {
  const constant = constantFor(input)
  if (constant !== undefined) return constant
  const { name, type, choices, required, standard } = input
  if (type === 'images') return '$images'
  if (type === 'image' && !MASK.test(name)) return '$image'
  const known = NAMES.find(([pattern, of]) => of === type && pattern.test(name))
  if (known) return `$${known[2]}`
  if (does === 'draw' && type === 'text' && /ratio|size/.test(name)) {
    if (ratiosOf(input).length > 0) return '$aspect'
    if (/size/.test(name) && choices === null) return '$pixels'
  }
  return required ? (standard ?? choices?.[0] ?? undefined) : undefined
}

/** What a model does, by what it takes and what it is called. */
function guessWork({ endpoint, category, inputs }: PublishedModel): Does {
  const pictures = inputs.filter(({ type, name }) => /^images?$/.test(type) && !MASK.test(name))
  const needsPrompt = inputs.some(
    ({ name, required }) => required && /prompt|instruction/.test(name),
  )
  const needsPicture = pictures.some(({ required }) => required)
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
const MOST_INPUTS = 4

/** How orders become requests for a model, as far as its inputs say it; a person looks at it before anybody orders. */
export function proposeEntry(
  published: PublishedModel,
  { margin, creditValue }: { margin: number; creditValue: number },
): { id: string; entry: AddedModelEntry } {
  const does = guessWork(published)
  const { endpoint, name, licence, description, inputs } = published
  const cost = published.cost ?? { dollars: 0, per: 'image' }
  const given = inputs.map((input) => [input.name, match(input, does)] as const)
  const input = Object.fromEntries(
    given.filter(
      ([, value]) =>
        value !== undefined &&
        // A drawing starts from words alone; from an image it starts by a way of its own.
        !(does === 'draw' && (value === '$image' || value === '$images' || value === '$strength')),
    ),
  )
  const common = {
    name: name.slice(0, 200),
    licence: licence.slice(0, 500),
    endpoint,
    input,
    cost,
    credits: proposeCredits({ does, cost, maxPixels: usualMaxPixels(cost) }, margin, creditValue),
  }
  const id = idOf(endpoint)
  if (does !== 'draw') {
    const takesMany = inputs.some(({ type }) => type === 'images')
    return {
      id,
      entry: {
        does,
        ...common,
        maxEdge: 4096,
        maxPixels: usualMaxPixels(cost),
        maxInputs: does === 'edit_image' && takesMany ? MOST_INPUTS : 1,
      },
    }
  }
  const aspects = inputs.find(({ name: of }) => input[of] === '$aspect')
  const picture = given.find(([, value]) => value === '$image')?.[0]
  const strength = given.find(([, value]) => value === '$strength')?.[0]
  return {
    id,
    entry: {
      does,
      ...common,
      description: description.slice(0, 200),
      nativeSize: 1024,
      maxTokens: 512,
      maxSteps: 100,
      drawsPeople: false,
      sizes: SIZES,
      fit: 'cover',
      ...(aspects && { aspects: ratiosOf(aspects) }),
      ...(picture !== undefined &&
        strength !== undefined && {
          fromImage: {
            endpoint,
            fit: 'cover',
            input: { ...input, [picture]: '$image', [strength]: '$strength' },
          },
        }),
    },
  }
}
