import { modelName, numberOf, textOf } from '../found-settings.ts'
import { isObject } from '../parse-json.ts'
import type { GraphNode } from './graph.ts'

interface Lora {
  model: string
  weight: number
}

/** `lora_name`, `lora_name_2`, `lora_02`, `lora_2_name`: a LoRA of a loader or stack, with its number. */
const NAME = /^lora(?:_name)?(_?\d+)?(?:_name)?$/

/** What loaders and stacks call the weight of a LoRA with a number. */
const WEIGHTS = (number: string): string[] => [
  ...(number === '' ? ['strength_model', 'lora_model_strength', 'strength', 'weight'] : []),
  `strength${number}`,
  `strength_model${number}`,
  `lora_wt${number}`,
  `model_str${number}`,
  `model_weight${number}`,
  `lora_strength${number}`,
  `lora${number}_model_strength`,
  `lora${number}_strength`,
]

/** A name, also one that is written with its thumbnail. */
const nameOf = (value: unknown): string | null => textOf(isObject(value) ? value['content'] : value)

/** The LoRAs that a node applies: a loader's one, or those of a stack that are switched on. */
export function readLoras({ inputs }: GraphNode): Lora[] {
  const most = numberOf(inputs['lora_count'] ?? inputs['num_loras']) ?? Infinity
  // A stack that is switched off as a whole (Easy Use).
  if (inputs['toggle'] === false || inputs['toggle'] === 'Off') return []
  return Object.entries(inputs).flatMap(([key, value]): Lora[] => {
    // rgthree's loader: an object for each.
    if (isObject(value) && typeof value['lora'] === 'string') {
      if (value['on'] === false) return []
      return [{ model: modelName(value['lora']), weight: numberOf(value['strength']) ?? 1 }]
    }
    if (key === 'loras' && isObject(value)) return readList(value['__value__'])
    const number = NAME.exec(key)?.[1] ?? ''
    const name = NAME.test(key) ? nameOf(value) : null
    if (name === null || /^(none)?$/i.test(name)) return []
    if (Number(number.replace('_', '')) > most) return []
    if (inputs[`switch${number}`] === 'Off') return []
    const weight = WEIGHTS(number)
      .map((field) => numberOf(inputs[field]))
      .find((one) => one !== undefined)
    return [{ model: modelName(name), weight: weight ?? 1 }]
  })
}

const readList = (list: unknown): Lora[] =>
  (Array.isArray(list) ? list : []).flatMap((one: unknown) => {
    if (!isObject(one) || typeof one['name'] !== 'string' || one['active'] === false) return []
    return [{ model: modelName(one['name']), weight: numberOf(one['strength']) ?? 1 }]
  })
