import { parseLoraTags, stripLoraTags } from '#contract/lora-tags.ts'
import {
  type FoundSettings,
  modelName,
  numberOf,
  samplerName,
  withoutMissing,
} from './found-settings.ts'

/** `Steps: 20, Sampler: "Euler, a"`: a value with a comma is quoted as JSON. */
const SETTING = /\s*(\w[\w \-/]*):\s*("(?:\\.|[^\\"])*"|[^,]*)(?:,|$)/g

/** The line of settings, which begins with the steps. */
const SETTINGS_LINE = /^Steps: /

function unquote(value: string): string {
  if (!value.startsWith('"')) return value.trim()
  try {
    return String(JSON.parse(value))
  } catch {
    return value.slice(1, -1)
  }
}

/** The text that A1111, Forge, this product and many others write as `parameters`; null for any other text. */
export function readA1111(text: string): FoundSettings | null {
  const lines = text.trim().split('\n')
  const at = lines.findLastIndex((line) => SETTINGS_LINE.test(line))
  if (at === -1) return null
  const settings = new Map(
    [...lines[at]!.matchAll(SETTING)].map(([, name, value]) => [name!.trim(), unquote(value!)]),
  )
  const words = lines.slice(0, at)
  const negativeAt = words.findIndex((line) => line.startsWith('Negative prompt:'))
  const positive = (negativeAt === -1 ? words : words.slice(0, negativeAt)).join('\n')
  const negative = negativeAt === -1 ? '' : words.slice(negativeAt).join('\n').slice(16).trim()
  const [width, height] = (settings.get('Size') ?? '').split('x').map(numberOf)
  const number = (name: string) => numberOf(settings.get(name))
  const sampler = settings.get('Sampler')
  const version = settings.get('Version') ?? ''
  return {
    program: version === 'Atelier' ? version : 'A1111',
    request: withoutMissing({
      prompt: stripLoraTags(positive).trim(),
      negative_prompt: negative,
      width,
      height,
      steps: number('Steps'),
      guidance_scale: number('CFG scale'),
      guidance_rescale: number('CFG Rescale'),
      variation_seed: number('Variation seed'),
      variation_strength: number('Variation seed strength'),
      style: version === 'Atelier' ? settings.get('Style') : undefined,
      hires: hiresOf(number),
    }),
    seed: number('Seed') ?? null,
    model: settings.has('Model') ? modelName(settings.get('Model')!) : null,
    sampler: sampler === undefined ? null : samplerName(sampler, settings.get('Schedule type')),
    loras: parseLoraTags(positive).map(({ name, weight }) => ({
      model: name,
      weight: weight ?? 1,
    })),
  }
}

function hiresOf(number: (name: string) => number | undefined): Record<string, number> | undefined {
  const scale = number('Hires upscale')
  if (scale === undefined) return undefined
  const strength = number('Hires denoising strength') ?? number('Denoising strength') ?? 0.5
  return { scale, steps: number('Hires steps') ?? 0, strength }
}
