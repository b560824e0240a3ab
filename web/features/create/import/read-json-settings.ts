import {
  type FoundSettings,
  type LeftOut,
  type LeftOutKind,
  modelName,
  numberOf,
  samplerOf,
  seedOf,
  textOf,
  withoutMissing,
} from './found-settings.ts'
import { takeLoraTags } from './lora-tags-of-file.ts'
import { isObject, type Json } from './parse-json.ts'

/** InvokeAI's weights, `fox++` and `(red fox)1.3`, as A1111 writes them: each sign is a tenth (compel's documentation). */
const INVOKE_WEIGHT = /(?:\(([^()]+)\)|([\p{L}\p{N}_]+))(\++|-+(?![\p{L}\p{N}])|(?<=\))\d*\.?\d+)/gu

const translateInvoke = (prompt: string): string =>
  prompt.replaceAll(INVOKE_WEIGHT, (_all, group: string, word: string, sign: string) => {
    const isUp = sign.startsWith('+')
    const weight = isUp || sign.startsWith('-') ? (isUp ? 1.1 : 0.9) ** sign.length : Number(sign)
    return `(${group ?? word}:${Math.round(weight * 100) / 100})`
  })

const invokePrompt = (value: unknown): string | undefined => {
  const prompt = textOf(value)
  return prompt === null ? undefined : translateInvoke(prompt)
}

/** Values by which a setting is switched off. */
const NOTHING: ReadonlySet<unknown> = new Set(['', 0, false])

/** Settings of other programs that are switched on. */
const switchedOn = (json: Json, names: readonly string[]): LeftOut[] =>
  names
    .filter((name) => {
      const value = json[name]
      const isEmpty = Array.isArray(value) && value.length === 0
      return value !== undefined && value !== null && !isEmpty && !NOTHING.has(value)
    })
    .map((name) => ({ kind: 'setting', name }))

function modelIn(value: unknown): string | null {
  const name = isObject(value) ? (value['name'] ?? value['model_name']) : value
  return typeof name === 'string' && !/^(none)?$/i.test(name) ? modelName(name) : null
}

/** What of a file's settings is not taken over, by their names there. */
function leftOutOf(json: Json, names: Readonly<Record<string, LeftOutKind>>): LeftOut[] {
  return Object.entries(names).flatMap(([key, kind]) => {
    const value = json[key]
    if (Array.isArray(value)) return value.length === 0 ? [] : [{ kind, name: '' }]
    // Some programs count the last layers backwards.
    const name = typeof value === 'number' ? String(Math.abs(value)) : modelIn(value)
    const isNothing = name === null || (kind === 'clipSkip' && Number(name) <= 1)
    return isNothing || /^automatic$/i.test(name) ? [] : [{ kind, name }]
  })
}

/** `invokeai_metadata` of InvokeAI 3 and later. */
export function readInvoke(json: Json): FoundSettings {
  const loras = Array.isArray(json['loras']) ? json['loras'] : []
  const sampler = samplerOf(textOf(json['scheduler']))
  return {
    program: 'InvokeAI',
    request: withoutMissing({
      prompt: invokePrompt(json['positive_prompt']),
      negative_prompt: invokePrompt(json['negative_prompt']),
      width: numberOf(json['width']),
      height: numberOf(json['height']),
      steps: numberOf(json['steps']),
      guidance_scale: numberOf(json['guidance'] ?? json['cfg_scale']),
      guidance_rescale: numberOf(json['cfg_rescale_multiplier']),
    }),
    seed: seedOf(json['seed']),
    model: modelIn(json['model']),
    sampler: sampler.sampler,
    loras: loras.flatMap((entry: unknown) => {
      if (!isObject(entry) || entry['is_enabled'] === false) return []
      const model = modelIn(entry['lora'] ?? entry['model'])
      return model === null ? [] : [{ model, weight: numberOf(entry['weight']) ?? 1 }]
    }),
    leftOut: [
      ...sampler.leftOut,
      ...leftOutOf(json, {
        clip_skip: 'clipSkip',
        vae: 'vae',
        refiner_model: 'refiner',
        controlnets: 'control',
        ipAdapters: 'control',
        t2iAdapters: 'control',
        init_image: 'source',
        ref_images: 'control',
      }),
      ...switchedOn(json, [
        'positive_style_prompt',
        'negative_style_prompt',
        'hrf_enabled',
        'seamless_x',
        'seamless_y',
        'regions',
        'canvas_v2_metadata',
      ]),
    ],
  }
}

/** InvokeAI 2 writes what is not wanted into the prompt, in brackets. */
function splitBrackets(prompt: string): { prompt: string; negative_prompt: string } {
  const negative = [...prompt.matchAll(/\[([^[\]]*)\]/g)].map(([, words]) => words!.trim())
  return {
    prompt: translateInvoke(prompt.replaceAll(/\s*\[[^[\]]*\]/g, '').trim()),
    negative_prompt: translateInvoke(negative.join(', ')),
  }
}

/** InvokeAI 2.3 writes LoRAs into the prompt: `withLora(name,0.8)`. */
function takeInvokeLoras(prompt: string) {
  const LORA = /\s*withLora\(([^(),]+)(?:,\s*([\d.]+))?\)/g
  const loras = [...prompt.matchAll(LORA)].map(([, name, weight]) => ({
    model: modelName(name!.trim()),
    weight: numberOf(weight) ?? 1,
  }))
  return { prompt: prompt.replaceAll(LORA, '').trim(), loras }
}

/** InvokeAI 2 splits a prompt that has weights (`a fox:0.7 a cat:0.3`) into its parts. */
function weighted(part: Json): string | null {
  const [words, weight] = [textOf(part['prompt']), numberOf(part['weight']) ?? 1]
  return words === null || weight === 1 ? words : `(${words.trim()}:${weight})`
}

/** `sd-metadata` of InvokeAI 2; null for any other JSON. */
export function readInvoke2(json: Json): FoundSettings | null {
  const { image } = json
  if (!isObject(image)) return null
  const parts = Array.isArray(image['prompt']) ? image['prompt'] : [image['prompt']]
  const prompts = parts.flatMap((part: unknown) =>
    isObject(part) ? (weighted(part) ?? []) : (textOf(part) ?? []),
  )
  const tagged = takeInvokeLoras(prompts.join(' '))
  const sampler = samplerOf(textOf(image['sampler']))
  return {
    program: 'InvokeAI',
    request: withoutMissing({
      ...(prompts.length > 0 && splitBrackets(tagged.prompt)),
      width: numberOf(image['width']),
      height: numberOf(image['height']),
      steps: numberOf(image['steps']),
      guidance_scale: numberOf(image['cfg_scale']),
    }),
    seed: seedOf(image['seed']),
    model: modelIn(json['model_weights']),
    sampler: sampler.sampler,
    loras: tagged.loras.length > 0 ? tagged.loras : null,
    leftOut: [
      ...sampler.leftOut,
      ...switchedOn(image, ['hires_fix', 'seamless', 'threshold', 'perlin', 'variations']),
      ...(image['type'] === 'img2img' ? [{ kind: 'source' as const, name: '' }] : []),
      ...(Array.isArray(image['postprocessing'])
        ? [{ kind: 'setting' as const, name: 'postprocessing' }]
        : []),
    ],
  }
}

/** `sui_image_params` of SwarmUI. */
export function readSwarm(json: Json): FoundSettings {
  const sampler = samplerOf(textOf(json['sampler']), textOf(json['scheduler']) ?? '')
  const names = listOf(json['loras'])
  const weights = listOf(json['loraweights'])
  const [whole = '', part] = splitParts(textOf(json['prompt']) ?? '')
  const tagged = takeLoraTags(whole)
  const upscale = numberOf(json['refinerupscale']) ?? 1
  const isHires = upscale > 1 && modelIn(json['refinermodel']) === null
  return {
    program: 'SwarmUI',
    request: withoutMissing({
      prompt: json['prompt'] === undefined ? undefined : tagged.prompt,
      negative_prompt: textOf(json['negativeprompt']) ?? undefined,
      width: numberOf(json['width']),
      height: numberOf(json['height']),
      steps: numberOf(json['steps']),
      guidance_scale: numberOf(json['fluxguidancescale'] ?? json['cfgscale']),
      variation_seed: numberOf(json['variationseed']),
      variation_strength: numberOf(json['variationseedstrength']) ?? null,
      hires: isHires
        ? {
            scale: upscale,
            steps: numberOf(json['refinersteps']) ?? 0,
            strength: numberOf(json['refinercontrolpercentage']) ?? 0.5,
          }
        : null,
    }),
    seed: seedOf(json['seed']),
    model: modelIn(json['model']),
    sampler: sampler.sampler,
    loras: [
      ...names.map((name, index) => ({
        model: modelName(name),
        weight: numberOf(weights[index]) ?? 1,
      })),
      ...tagged.loras,
    ],
    leftOut: [
      ...sampler.leftOut,
      ...tagged.leftOut,
      ...(part === undefined ? [] : [{ kind: 'setting' as const, name: part }]),
      ...leftOutOf(json, {
        vae: 'vae',
        refinermodel: 'refiner',
        controlnetmodel: 'control',
        initimage: 'source',
      }),
      // The last layer but one, and so on, is -2, ...
      ...(numberOf(json['clipstopatlayer']) === undefined || json['clipstopatlayer'] === -1
        ? []
        : [{ kind: 'clipSkip' as const, name: String(-numberOf(json['clipstopatlayer'])!) }]),
    ],
  }
}

/** Swarm's prompt for the whole image, and the first part that has one of its own: `<segment:face> a smile`. */
function splitParts(prompt: string): string[] {
  const at = prompt.search(/<(?:segment|object|region|refiner|extend|video)\b/)
  if (at === -1) return [prompt]
  return [prompt.slice(0, at).trim(), /^<[^>]*>/.exec(prompt.slice(at))?.[0] ?? '']
}

/** A list, also one that is written with commas. */
function listOf(value: unknown): string[] {
  const list = typeof value === 'string' ? value.split(',') : value
  return Array.isArray(list)
    ? list.map((one) => String(one).trim()).filter((one) => one !== '')
    : []
}

/** Fooocus's LoRAs: pairs, texts `NAME : WEIGHT`, or `l1` and `w1` of Fooocus-MRE. */
function lorasOfFooocus(json: Json): { model: string; weight: number }[] {
  const pairs: unknown[] = Array.isArray(json['loras']) ? json['loras'] : []
  const combined = Object.entries(json).flatMap(([key, value]) =>
    key.startsWith('lora_combined_') && typeof value === 'string' ? [value.split(' : ')] : [],
  )
  const numbered = [1, 2, 3, 4, 5].map((index) => [json[`l${index}`], json[`w${index}`]])
  return [...pairs, ...combined, ...numbered].flatMap((entry) => {
    const name = Array.isArray(entry) ? modelIn(entry[0]) : null
    return name === null ? [] : [{ model: name, weight: numberOf((entry as unknown[])[1]) ?? 1 }]
  })
}

/** What Fooocus writes with its scheme `fooocus`, and what its offspring Fooocus-MRE writes. */
export function readFooocus(json: Json): FoundSettings {
  const [, width, height] = /(\d+)\D+(\d+)/.exec(textOf(json['resolution']) ?? '') ?? []
  const sampler = samplerOf(textOf(json['sampler']), textOf(json['scheduler']) ?? '')
  const isMre = /MRE/.test(textOf(json['software']) ?? '') || 'real_prompt' in json
  const styles = Array.isArray(json['styles']) ? json['styles'].join(', ') : json['styles']
  const named = textOf(styles)?.replaceAll(/[[\]']/g, '') ?? ''
  return {
    program: isMre ? 'Fooocus-MRE' : 'Fooocus',
    request: withoutMissing({
      prompt: textOf(json['prompt']) ?? undefined,
      negative_prompt: textOf(json['negative_prompt']) ?? undefined,
      width: numberOf(width ?? json['width']),
      height: numberOf(height ?? json['height']),
      steps: numberOf(json['steps']),
      guidance_scale: numberOf(json['guidance_scale'] ?? json['cfg']),
    }),
    seed: seedOf(json['seed']),
    model: modelIn(json['base_model']),
    sampler: sampler.sampler,
    loras: lorasOfFooocus(json),
    leftOut: [
      ...sampler.leftOut,
      ...leftOutOf(json, {
        clip_skip: 'clipSkip',
        base_clip_skip: 'clipSkip',
        vae: 'vae',
        refiner_model: 'refiner',
      }),
      ...(named === '' ? [] : [{ kind: 'setting' as const, name: named }]),
    ],
  }
}
