import { Select, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { LIMITS } from '#contract/values/jobs/drawing.ts'
import { COMMON_SAMPLERS, SAMPLERS } from '#contract/samplers.ts'
import { modelOf, useAbilities } from '#web/features/generate/api/use-generation-servers.ts'
import { filledForm, resetAdvanced } from '#web/features/generate/lib/form.ts'
import { useGenerationForm } from '#web/features/generate/lib/form-store.ts'
import classes from '../components/create.module.css'
import { Fold } from '../panel/fold.tsx'
import { HiresField, RescaleField, VariationField } from './extra-fields.tsx'
import type { FieldProblems } from '#web/features/generate/lib/order.ts'
import { SeedField } from './seed-field.tsx'
import { Setting } from '../panel/setting.tsx'
import { useTexts } from './texts.ts'

function SamplerField({ problem }: { problem: string | undefined }) {
  const t = useTexts()
  const { form, change } = useGenerationForm()
  const { samplers, defaults } = useAbilities(form.model)
  const { sampler } = filledForm(form, defaults)
  return (
    <Select
      label={t('advancedFields.sampler')}
      description={t(`samplerNote.${sampler}`)}
      error={problem}
      searchable
      allowDeselect={false}
      value={sampler}
      onChange={(value) => {
        const picked = SAMPLERS.find((name) => name === value)
        if (picked !== undefined) change({ sampler: picked })
      }}
      data={SAMPLERS.filter((name) => samplers.has(name) || COMMON_SAMPLERS.includes(name)).map(
        (name) => ({ value: name, label: name, disabled: !samplers.has(name) }),
      )}
      renderOption={({ option }) => (
        <Stack gap={0}>
          <Text size="sm">{option.label}</Text>
          <Text size="xs" c="dimmed">
            {option.disabled ? t('advancedFields.samplerAway') : t(`samplerNote.${option.value}`)}
          </Text>
        </Stack>
      )}
      maxDropdownHeight={320}
    />
  )
}

/**
 * Everything that advanced mode adds below the negative prompt.
 * @param changed how many settings differ from their defaults
 */
export function AdvancedFields({
  problems,
  changed,
}: {
  problems: FieldProblems
  changed: number
}) {
  const t = useTexts()
  const { form, change } = useGenerationForm()
  const { models, maxSteps, defaults } = useAbilities(form.model)
  const [opened, { toggle }] = useDisclosure(true)
  const { steps, guidanceScale } = filledForm(form, defaults)
  const chosen = modelOf(models, form.model)
  // Without a negative prompt the collection's image leads such a model, and guidance next to nothing.
  const isGuided = chosen?.draws === 'known_things' && form.negativePrompt.trim() === ''
  return (
    <Fold
      label={t('advancedFields.title')}
      changed={changed}
      opened={opened}
      onToggle={toggle}
      onReset={() => change(resetAdvanced(form))}
    >
      <Stack gap="md" className={classes.advanced}>
        <SamplerField problem={problems['sampler']} />
        <Setting
          label={t('advancedFields.steps')}
          min={LIMITS.steps.min}
          max={Math.min(LIMITS.steps.max, maxSteps)}
          step={1}
          value={steps}
          problem={problems['steps']}
          onChange={(made) => change({ steps: made })}
        />
        <Setting
          label={t('advancedFields.guidance')}
          min={LIMITS.guidance.min}
          max={LIMITS.guidance.max}
          step={0.5}
          disabled={isGuided}
          description={isGuided ? t('advancedFields.guidanceOff') : undefined}
          value={guidanceScale}
          problem={problems['guidance_scale']}
          onChange={(scale) => change({ guidanceScale: scale })}
        />
        <RescaleField problems={problems} />
        <SeedField
          label={t('seed.label')}
          value={form.seed}
          problem={problems['seed']}
          onChange={(seed) => change({ seed })}
        />
        <VariationField problems={problems} />
        <HiresField problems={problems} />
      </Stack>
    </Fold>
  )
}
