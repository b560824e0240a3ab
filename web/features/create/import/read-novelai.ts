import {
  type FoundSettings,
  numberOf,
  samplerOf,
  seedOf,
  textOf,
  withoutMissing,
} from './found-settings.ts'
import { isObject, type Json } from './parse-json.ts'

/** One pair of braces makes what is in it this much stronger, one of brackets this much weaker (NovelAI's documentation). */
const STEP = 1.05

/** The end of what begins with the bracket at `from`; -1 where it is not closed. */
function closing(text: string, from: number): number {
  const open = text[from]!
  const close = open === '{' ? '}' : ']'
  let depth = 0
  for (let at = from; at < text.length; at++) {
    if (text[at] === open) depth++
    if (text[at] === close && --depth === 0) return at
  }
  return -1
}

const rounded = (weight: number): string => String(Math.round(weight * 100) / 100)

const weighted = (words: string, weight: number): string =>
  rounded(weight) === '1' ? words : `(${words}:${rounded(weight)})`

/** Parentheses are plain text there, and weights here. */
const literal = (text: string): string => text.replaceAll(/[()]/g, '\\$&')

/** NovelAI's weights, `{stronger}`, `[weaker]` and `1.5::words::`, as A1111 writes them: `(words:1.5)`. */
function translateWeights(text: string, factor = 1): string {
  let out = ''
  let plain = ''
  const flush = (): void => {
    if (plain.trim() === '') out += plain
    else {
      const [, before = '', words = '', after = ''] = /^(\s*)(.*?)([\s,]*)$/s.exec(plain) ?? []
      out += before + (words === '' ? '' : weighted(literal(words), factor)) + after
    }
    plain = ''
  }
  for (let at = 0; at < text.length; at++) {
    const number = /^(-?\d+(?:\.\d+)?)::(.*?)(?:::|$)/s.exec(text.slice(at))
    const isStart = number !== null && (at === 0 || !/[\d.\w]/.test(text[at - 1]!))
    const end = '{['.includes(text[at]!) ? closing(text, at) : -1
    if (isStart) {
      flush()
      out += translateWeights(number[2]!, factor * Number(number[1]))
      at += number[0].length - 1
    } else if (end !== -1) {
      flush()
      const inner = text[at] === '{' ? factor * STEP : factor / STEP
      out += translateWeights(text.slice(at + 1, end), inner)
      at = end
    } else plain += text[at]
  }
  flush()
  return out
}

const captionOf = (prompt: unknown): string | null => {
  const caption = isObject(prompt) ? prompt['caption'] : null
  return isObject(caption) ? textOf(caption['base_caption']) : null
}

/** What is said of each character of its own (V4), by which it is placed there. */
const charactersOf = (prompt: unknown): string[] => {
  const caption = isObject(prompt) ? prompt['caption'] : null
  const list = isObject(caption) ? caption['char_captions'] : null
  return (Array.isArray(list) ? list : []).flatMap((one: unknown) => {
    const words = isObject(one) ? textOf(one['char_caption']) : null
    return words === null || words.trim() === '' ? [] : [words]
  })
}

/** A prompt with those of its characters behind it. */
const wholePrompt = (base: string | null, characters: readonly string[]): string | undefined =>
  base === null ? undefined : [base, ...characters].map((one) => translateWeights(one)).join(', ')

const isList = (value: unknown): boolean => Array.isArray(value) && value.length > 0

/**
 * What NovelAI writes: its settings as JSON in `Comment`, the prompt also as `Description`.
 * @param description null where the file has none
 * @param source what names the model, where the file says it
 */
export function readNovelai(
  json: Json,
  description: string | null,
  source: string | null = null,
): FoundSettings {
  const prompt = textOf(json['prompt']) ?? captionOf(json['v4_prompt']) ?? description
  const negative = textOf(json['uc']) ?? captionOf(json['v4_negative_prompt'])
  const sampler = samplerOf(textOf(json['sampler']), textOf(json['noise_schedule']) ?? '')
  const characters = charactersOf(json['v4_prompt'])
  const isFromImage =
    json['image'] !== undefined || /Img2Img|Infill/.test(String(json['request_type']))
  return {
    program: 'NovelAI',
    request: withoutMissing({
      prompt: wholePrompt(prompt, characters),
      negative_prompt: wholePrompt(negative, charactersOf(json['v4_negative_prompt'])),
      width: numberOf(json['width']),
      height: numberOf(json['height']),
      steps: numberOf(json['steps']),
      guidance_scale: numberOf(json['scale']),
      guidance_rescale: numberOf(json['cfg_rescale']),
    }),
    seed: seedOf(json['seed']),
    // `NovelAI Diffusion V4 37442FCA`: the last word is a hash.
    model: source?.replace(/ [0-9A-F]{8}$/, '') ?? null,
    sampler: sampler.sampler,
    loras: null,
    leftOut: [
      ...sampler.leftOut,
      ...(isFromImage ? [{ kind: 'source' as const, name: '' }] : []),
      ...(characters.length > 0 ? [{ kind: 'setting' as const, name: 'characters' }] : []),
      ...(isList(json['reference_image_multiple']) || isList(json['reference_strength_multiple'])
        ? [{ kind: 'control' as const, name: 'Vibe Transfer' }]
        : []),
      ...(json['dynamic_thresholding'] === true
        ? [{ kind: 'setting' as const, name: 'Decrisper' }]
        : []),
      ...(json['sm'] === true ? [{ kind: 'setting' as const, name: 'SMEA' }] : []),
    ],
  }
}
