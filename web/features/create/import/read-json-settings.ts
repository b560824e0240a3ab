import {
  type FoundSettings,
  isObject,
  type Json,
  modelName,
  numberOf,
  samplerName,
  withoutMissing,
} from './found-settings.ts'

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

function modelIn(value: unknown): string | null {
  const name = isObject(value) ? (value['name'] ?? value['model_name']) : value
  return typeof name === 'string' ? modelName(name) : null
}

/** `invokeai_metadata` of InvokeAI 3 and later. */
export function readInvoke(json: Json): FoundSettings {
  const loras = Array.isArray(json['loras']) ? json['loras'] : []
  const scheduler = textOf(json['scheduler'])
  return {
    program: 'InvokeAI',
    request: withoutMissing({
      prompt: json['positive_prompt'],
      negative_prompt: json['negative_prompt'],
      width: numberOf(json['width']),
      height: numberOf(json['height']),
      steps: numberOf(json['steps']),
      guidance_scale: numberOf(json['cfg_scale']),
      guidance_rescale: numberOf(json['cfg_rescale_multiplier']),
    }),
    seed: numberOf(json['seed']) ?? null,
    model: modelIn(json['model']),
    sampler: scheduler === null ? null : samplerName(scheduler),
    loras: loras.flatMap((entry: unknown) => {
      if (!isObject(entry)) return []
      const model = modelIn(entry['lora'] ?? entry['model'])
      return model === null ? [] : [{ model, weight: numberOf(entry['weight']) ?? 1 }]
    }),
  }
}

/** `sui_image_params` of SwarmUI. */
export function readSwarm(json: Json): FoundSettings {
  const sampler = textOf(json['sampler'])
  const names = listOf(json['loras'])
  const weights = listOf(json['loraweights'])
  return {
    program: 'SwarmUI',
    request: withoutMissing({
      prompt: json['prompt'],
      negative_prompt: json['negativeprompt'],
      width: numberOf(json['width']),
      height: numberOf(json['height']),
      steps: numberOf(json['steps']),
      guidance_scale: numberOf(json['cfgscale']),
    }),
    seed: numberOf(json['seed']) ?? null,
    model: modelIn(json['model']),
    sampler: sampler === null ? null : samplerName(sampler, textOf(json['scheduler']) ?? ''),
    loras: names.map((name, index) => ({
      model: modelName(name),
      weight: numberOf(weights[index]) ?? 1,
    })),
  }
}

/** A list, also one that is written with commas. */
function listOf(value: unknown): string[] {
  const list = typeof value === 'string' ? value.split(',') : value
  return Array.isArray(list)
    ? list.map((one) => String(one).trim()).filter((one) => one !== '')
    : []
}

/** What Fooocus writes with its scheme `fooocus`. */
export function readFooocus(json: Json): FoundSettings {
  const [, width, height] = /(\d+)\D+(\d+)/.exec(textOf(json['resolution']) ?? '') ?? []
  const sampler = textOf(json['sampler'])
  const loras = Array.isArray(json['loras']) ? json['loras'] : []
  return {
    program: 'Fooocus',
    request: withoutMissing({
      prompt: json['prompt'],
      negative_prompt: json['negative_prompt'],
      width: numberOf(width),
      height: numberOf(height),
      steps: numberOf(json['steps']),
      guidance_scale: numberOf(json['guidance_scale']),
    }),
    seed: numberOf(json['seed']) ?? null,
    model: modelIn(json['base_model']),
    sampler: sampler === null ? null : samplerName(sampler, textOf(json['scheduler']) ?? ''),
    loras: loras.flatMap((entry: unknown) =>
      Array.isArray(entry) && typeof entry[0] === 'string'
        ? [{ model: modelName(entry[0]), weight: numberOf(entry[1]) ?? 1 }]
        : [],
    ),
  }
}
