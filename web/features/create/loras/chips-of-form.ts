import { LIMITS } from '#contract/values/jobs/drawing.ts'
import { formatLoraTag, parseLoraTags, replaceLoraTag } from '#contract/lora-tags.ts'
import type { GenerationForm, KnownLoras } from '#web/features/generate/lib/form.ts'
import type { LoraTexts } from './texts.ts'

export interface LoraChip {
  name: string
  weight: number
  /** Why it cannot be used, or null. */
  problem: string | null
  /** Written as a tag in the prompt, or chosen beside it. */
  source: 'prompt' | 'chosen'
  /** Place among the LoRAs of its source. */
  place: number
}

/**
 * Every LoRA that the form names, for showing as chips.
 * @param known the names that the engine has, each with why it cannot be used or null; null while that is not known
 */
export function loraChips(
  form: GenerationForm,
  known: KnownLoras | null,
  t: LoraTexts,
): LoraChip[] {
  const { min, max } = LIMITS.loraWeight
  const check = (name: string, weight: number): string | null => {
    if (!(weight >= min && weight <= max)) return t('loraProblem.weight', { lora: name, min, max })
    if (known === null) return null
    const flaw = known.get(name)
    if (flaw === undefined) return t('loraProblem.missing', { lora: name })
    return flaw === null ? null : t('loraProblem.flaw', { lora: name, flaw })
  }
  const tags = parseLoraTags(form.prompt).map((tag, place): LoraChip => {
    const weight = tag.weight ?? 1
    return { name: tag.name, weight, problem: check(tag.name, weight), source: 'prompt', place }
  })
  const chosen = form.loras.map(({ model, weight }, place): LoraChip => {
    return { name: model, weight, problem: check(model, weight), source: 'chosen', place }
  })
  return [...tags, ...chosen]
}

/** The form with another weight for the LoRA of a chip; one that is written in the prompt is rewritten there. */
export function reweigh(
  form: GenerationForm,
  chip: LoraChip,
  weight: number,
): Partial<GenerationForm> {
  if (chip.source === 'chosen') {
    return {
      loras: form.loras.map((lora, place) => (place === chip.place ? { ...lora, weight } : lora)),
    }
  }
  return { prompt: replaceLoraTag(form.prompt, chip.place, formatLoraTag(chip.name, weight)) }
}

/** The form without the LoRA of a chip. */
export function dropLora(form: GenerationForm, chip: LoraChip): Partial<GenerationForm> {
  if (chip.source === 'chosen')
    return { loras: form.loras.filter((_, place) => place !== chip.place) }
  return { prompt: replaceLoraTag(form.prompt, chip.place, '').trim() }
}
