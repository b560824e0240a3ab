import { modelName, numberOf } from '../found-settings.ts'
import { isObject } from '../parse-json.ts'
import type { GraphNode } from './graph.ts'

interface Lora {
  model: string
  weight: number
}

/** `lora_name`, `lora_name_2`, `lora_02`: the name of a loader's or stack's LoRA, with its number. */
const NAME = /^lora(?:_name)?(_?\d+)?$/

/** What loaders and stacks call the weight of a LoRA with a number. */
const WEIGHTS = (number: string): string[] => [
  ...(number === '' ? ['strength_model', 'lora_model_strength', 'strength', 'weight'] : []),
  `strength${number}`,
  `strength_model${number}`,
  `lora_wt${number}`,
  `model_str${number}`,
  `model_weight${number}`,
  `lora_strength${number}`,
]

/** The LoRAs that a node applies: a loader's one, or those of a stack that are switched on. */
export function readLoras({ inputs }: GraphNode): Lora[] {
  const most = numberOf(inputs['lora_count']) ?? Infinity
  return Object.entries(inputs).flatMap(([key, value]): Lora[] => {
    // rgthree's loader: an object for each.
    if (isObject(value) && typeof value['lora'] === 'string') {
      if (value['on'] === false) return []
      return [{ model: modelName(value['lora']), weight: numberOf(value['strength']) ?? 1 }]
    }
    const number = NAME.exec(key)?.[1] ?? ''
    const isName = NAME.test(key) && typeof value === 'string' && !/^(none)?$/i.test(value)
    if (!isName || Number(number.replace('_', '')) > most) return []
    if (inputs[`switch${number}`] === 'Off') return []
    const weight = WEIGHTS(number)
      .map((name) => numberOf(inputs[name]))
      .find((one) => one !== undefined)
    return [{ model: modelName(value), weight: weight ?? 1 }]
  })
}
