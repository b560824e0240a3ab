import { LIMITS } from '#contract/values/jobs/drawing.ts'
import { useAbilities } from '#web/features/generate/api/use-generation-servers.ts'
import { HIRES_SCALE } from '../lib/check-request.ts'
import { FIRST_HIRES, FIRST_VARIATION } from '#web/features/generate/lib/form.ts'
import { useGenerationForm } from '#web/features/generate/lib/form-store.ts'
import { keepsPixels } from '#web/features/generate/lib/source.ts'
import { useSource } from '#web/features/generate/lib/source-store.ts'
import { useTool } from '#web/features/generate/lib/tool.ts'
import type { FieldProblems } from '#web/features/generate/lib/order.ts'
import { Switched } from './switched.tsx'
import { SeedField } from './seed-field.tsx'
import { Setting } from '../panel/setting.tsx'
import { useTexts } from './texts.ts'

/** A little of another seed's noise: pictures near to one that is liked. */
export function VariationField({ problems }: { problems: FieldProblems }) {
  const t = useTexts()
  const { form, change } = useGenerationForm()
  const { features } = useAbilities(form.model)
  const { variation } = form
  const { seed, strength } = variation ?? FIRST_VARIATION
  return (
    <Switched
      label={t('variation.label')}
      description={t('variation.hint')}
      obstacle={features.has('variation') ? null : t('extra.notAble')}
      on={variation !== null}
      problem={undefined}
      onToggle={(on) => change({ variation: on ? FIRST_VARIATION : null })}
    >
      <Setting
        label={t('variation.strength')}
        description={t('variation.strengthHint')}
        min={0}
        max={1}
        step={0.05}
        value={strength}
        problem={problems['variation_strength']}
        onChange={(value) => change({ variation: { seed, strength: value } })}
      />
      <SeedField
        label={t('variation.seed')}
        value={seed}
        problem={problems['variation_seed']}
        onChange={(value) => change({ variation: { seed: value, strength } })}
      />
    </Switched>
  )
}

/** A second pass over the enlarged picture. */
export function HiresField({ problems }: { problems: FieldProblems }) {
  const t = useTexts()
  const { form, change } = useGenerationForm()
  const { features, maxSteps } = useAbilities(form.model)
  const { source } = useSource()
  const kept = useTool() === 'image' && keepsPixels(source)
  const hires = form.hires ?? FIRST_HIRES
  const unable = features.has('hires') ? null : t('extra.notAble')
  const obstacle = unable ?? (kept ? t('hires.kept') : null)
  return (
    <Switched
      label={t('hires.label')}
      description={t('hires.hint')}
      obstacle={obstacle}
      on={form.hires !== null}
      problem={problems['hires']}
      onToggle={(on) => change({ hires: on ? FIRST_HIRES : null })}
    >
      <Setting
        label={t('hires.scale')}
        description={t('hires.scaleHint')}
        min={HIRES_SCALE.min}
        max={HIRES_SCALE.max}
        step={0.25}
        value={hires.scale}
        problem={undefined}
        onChange={(scale) => change({ hires: { ...hires, scale } })}
      />
      <Setting
        label={t('hires.strength')}
        description={t('hires.strengthHint')}
        min={0}
        max={1}
        step={0.05}
        value={hires.strength}
        problem={undefined}
        onChange={(strength) => change({ hires: { ...hires, strength } })}
      />
      <Setting
        label={t('hires.steps')}
        description={hires.steps === 0 ? t('hires.sameSteps') : undefined}
        min={0}
        max={Math.min(LIMITS.steps.max, maxSteps)}
        step={1}
        value={hires.steps}
        problem={undefined}
        onChange={(steps) => change({ hires: { ...hires, steps } })}
      />
    </Switched>
  )
}

/** Takes back the contrast that much guidance adds. */
export function RescaleField({ problems }: { problems: FieldProblems }) {
  const t = useTexts()
  const { form, change } = useGenerationForm()
  const { features } = useAbilities(form.model)
  const able = features.has('guidance_rescale')
  return (
    <Setting
      label={t('rescale.label')}
      description={able ? t('rescale.hint') : t('extra.notAble')}
      min={0}
      max={1}
      step={0.05}
      disabled={!able && form.guidanceRescale === 0}
      value={form.guidanceRescale}
      problem={problems['guidance_rescale']}
      onChange={(guidanceRescale) => change({ guidanceRescale })}
    />
  )
}
