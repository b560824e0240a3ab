import { type LeftOut, modelName, numberOf } from './found-settings.ts'

/** `<lora:NAME:WEIGHT>` and what extensions write behind the weight; LyCORIS files are LoRAs by another name. */
const TAG = /<(lora|lyco|hypernet):([^:<>]+)((?::[^:<>]*)*)> ?/g

interface FoundTags {
  /** Without its tags, everything else as it was. */
  prompt: string
  loras: { model: string; weight: number }[]
  leftOut: LeftOut[]
}

/** The first number behind the name is the weight, also by A1111's name for it (`te=`). */
function weightOf(values: readonly string[]): { weight: number; others: string[] } {
  const at = values.findIndex((value) => numberOf(value.replace(/^te=/, '')) !== undefined)
  const weight = at === -1 ? 1 : numberOf(values[at]!.replace(/^te=/, ''))!
  return { weight, others: values.filter((value, index) => index !== at && value !== '') }
}

/** Takes the LoRA tags out of a prompt of another program. */
export function takeLoraTags(text: string): FoundTags {
  const loras: FoundTags['loras'] = []
  const leftOut: LeftOut[] = []
  for (const [, kind, name = '', rest = ''] of text.matchAll(TAG)) {
    const model = modelName(name.trim())
    if (kind === 'hypernet') {
      leftOut.push({ kind: 'setting', name: `hypernet ${model}` })
      continue
    }
    const { weight, others } = weightOf(
      rest
        .split(':')
        .slice(1)
        .map((value) => value.trim()),
    )
    loras.push({ model, weight })
    if (others.length > 0)
      leftOut.push({ kind: 'loraOption', name: `${model}: ${others.join(', ')}` })
  }
  return { prompt: text.replaceAll(TAG, '').trim(), loras, leftOut }
}
