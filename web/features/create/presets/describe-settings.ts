import type { PresetSettings } from '#contract/presets.ts'
import type { GenerationForm } from '#web/features/generate/lib/form.ts'
import { loraNames, type PresetPart, settingsOfForm } from './preset-settings.ts'
import type { PresetTexts } from './texts.ts'

/** Names of models by their ids. */
export type ModelNames = ReadonlyMap<string, string>

/** In one line what a preset keeps, without what it leaves to the model. */
export function summaryOf(settings: PresetSettings, models: ModelNames, t: PresetTexts): string {
  const { prompt, model, style, size, num_images: count, sampler, steps, seed } = settings
  const scale = settings.guidance_scale
  const said = [
    prompt?.trim() ? `“${prompt.trim()}”` : undefined,
    typeof model === 'string' ? (models.get(model) ?? model) : undefined,
    style ?? undefined,
    ...(settings.loras ?? []).map((lora) => `${lora.model} ${lora.weight}`),
    size && t('value.size', size),
    count === undefined ? undefined : t('value.images', { count }),
    sampler ?? undefined,
    typeof steps === 'number' ? t('value.steps', { count: steps }) : undefined,
    typeof scale === 'number' ? t('value.guidance', { scale }) : undefined,
    settings.hires ? t('part.hires') : undefined,
    settings.variation ? t('part.variation') : undefined,
    typeof seed === 'number' ? t('value.seed', { seed }) : undefined,
  ]
  return said.filter((text) => text !== undefined).join(' · ')
}

/** What each part of the page is set to now. */
export function valuesOf(
  form: GenerationForm,
  models: ModelNames,
  t: PresetTexts,
): Record<PresetPart, string> {
  const { model, width, height, guidanceRescale: rescale, hires, variation } = form
  const numberOr = (value: number | null, otherwise: string) =>
    value === null ? otherwise : String(value)
  const guidance = numberOr(form.guidanceScale, t('value.usual'))
  return {
    prompt: form.prompt.trim() || t('value.empty'),
    negative: form.negativePrompt.trim() || t('value.empty'),
    model: model === null ? t('value.defaultModel') : (models.get(model) ?? model),
    style: form.style ?? t('value.none'),
    loras: loraNames(settingsOfForm(form, ['loras'])).join(', ') || t('value.none'),
    size: t('value.size', { width, height }),
    count: String(form.numImages),
    sampler: form.sampler ?? t('value.usual'),
    steps: numberOr(form.steps, t('value.usual')),
    guidance: rescale > 0 ? t('value.rescaled', { guidance, rescale }) : guidance,
    variation: numberOr(variation?.strength ?? null, t('value.off')),
    hires: hires === null ? t('value.off') : t('value.times', { factor: hires.scale }),
    seed: numberOr(form.seed, t('value.random')),
  }
}
