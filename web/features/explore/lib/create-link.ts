import { paths, type TextToImageQuery } from '#contract/paths.ts'

/** What of a generation request a link to text to image can name. */
const NAMES = [
  'prompt',
  'negative_prompt',
  'model',
  'style',
  'sampler',
  'width',
  'height',
  'steps',
  'guidance_scale',
  'seed',
  'remix_of',
] as const

interface Lora {
  model?: unknown
  weight?: unknown
}

/** The page of text to image with a request filled in. */
export function createLink(request: Readonly<Record<string, unknown>>): string {
  const named = NAMES.flatMap((name) => {
    const value = request[name]
    return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : []
  })
  const loras = (Array.isArray(request['loras']) ? (request['loras'] as Lora[]) : []).filter(
    ({ model }) => typeof model === 'string',
  )
  const query: TextToImageQuery = Object.fromEntries(named)
  if (loras.length > 0) {
    query.lora_models = loras.map(({ model }) => model).join(',')
    query.lora_weights = loras
      .map(({ weight }) => (typeof weight === 'number' ? weight : 1))
      .join(',')
  }
  return paths.textToImage.link({ ...query, selected_mode: 'advanced' })
}
