import { ActionIcon, Group, NumberInput, Select, Slider, Stack, Text, Tooltip } from '@mantine/core'
import { useId } from '@mantine/hooks'
import { IconDice5, IconLock, IconLockOpen } from '@tabler/icons-react'
import { LIMITS } from '#contract/generation-request.ts'
import { SAMPLERS } from '#contract/samplers.ts'
import { useAbilities } from '../api/use-generation-servers.ts'
import { useGenerationForm } from '../lib/form-store.ts'
import { SAMPLER_NOTES } from '../lib/sampler-notes.ts'
import classes from './create.module.css'
import type { FieldProblems } from './prompt-fields.tsx'

const randomSeed = (): number => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0

function Setting({
  label,
  value,
  min,
  max,
  step,
  problem,
  onChange,
}: {
  label: string
  value: number
  min: number
  max: number
  step: number
  problem: string | undefined
  onChange: (value: number) => void
}) {
  const id = useId()
  return (
    <Stack gap={4}>
      <Group justify="space-between">
        <Text size="sm" fw={700} component="label" htmlFor={id}>
          {label}
        </Text>
        <NumberInput
          id={id}
          size="xs"
          w={76}
          min={min}
          max={max}
          step={step}
          value={value}
          clampBehavior="blur"
          onChange={(next) => typeof next === 'number' && onChange(next)}
        />
      </Group>
      <Slider
        label={null}
        thumbLabel={label}
        min={min}
        max={max}
        step={step}
        value={Math.min(max, Math.max(min, value))}
        onChange={onChange}
      />
      {problem !== undefined && (
        <Text size="sm" c="red" role="alert">
          {problem}
        </Text>
      )}
    </Stack>
  )
}

function SamplerField({ problem }: { problem: string | undefined }) {
  const { form, change } = useGenerationForm()
  const { samplers } = useAbilities(form.model)
  return (
    <Select
      label="Sampler"
      description={SAMPLER_NOTES[form.sampler]}
      error={problem}
      searchable
      allowDeselect={false}
      value={form.sampler}
      onChange={(value) => {
        const sampler = SAMPLERS.find((name) => name === value)
        if (sampler !== undefined) change({ sampler })
      }}
      data={SAMPLERS.map((name) => ({ value: name, label: name, disabled: !samplers.has(name) }))}
      renderOption={({ option }) => (
        <Stack gap={0}>
          <Text size="sm">{option.label}</Text>
          <Text size="xs" c="dimmed">
            {option.disabled ? 'Not available on this engine yet.' : SAMPLER_NOTES[option.value]}
          </Text>
        </Stack>
      )}
      maxDropdownHeight={320}
    />
  )
}

function SeedField({ problem }: { problem: string | undefined }) {
  const { form, change } = useGenerationForm()
  const locked = form.seed !== null
  return (
    <NumberInput
      label="Seed"
      description={locked ? 'Locked: the same picture again.' : 'A new one for every generation.'}
      error={problem}
      placeholder="Random"
      min={LIMITS.seed.min}
      max={LIMITS.seed.max}
      allowDecimal={false}
      allowNegative={false}
      hideControls
      value={form.seed ?? ''}
      onChange={(value) => change({ seed: typeof value === 'number' ? value : null })}
      rightSectionWidth={98}
      rightSection={
        <Group gap={2} wrap="nowrap">
          <Tooltip label="Another seed">
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label="Draw another seed"
              onClick={() => change({ seed: randomSeed() })}
            >
              <IconDice5 size={18} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={locked ? 'Unlock' : 'Lock'}>
            <ActionIcon
              variant={locked ? 'light' : 'subtle'}
              color={locked ? 'pink' : 'gray'}
              aria-label="Lock the seed"
              aria-pressed={locked}
              onClick={() => change({ seed: locked ? null : randomSeed() })}
            >
              {locked ? <IconLock size={18} /> : <IconLockOpen size={18} />}
            </ActionIcon>
          </Tooltip>
        </Group>
      }
    />
  )
}

/** Everything that advanced mode adds below the negative prompt. */
export function AdvancedFields({ problems }: { problems: FieldProblems }) {
  const { form, change } = useGenerationForm()
  const { models, maxSteps } = useAbilities(form.model)
  return (
    <Stack gap="md" className={classes.advanced}>
      {models.length > 0 && (
        <Select
          label="Model"
          description={models.find(({ id }) => id === (form.model ?? models[0]?.id))?.description}
          error={problems['model']}
          allowDeselect={false}
          value={form.model ?? models[0]?.id ?? null}
          onChange={(model) => change({ model: model === models[0]?.id ? null : model })}
          data={models.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <SamplerField problem={problems['sampler']} />
      <Setting
        label="Steps"
        min={LIMITS.steps.min}
        max={Math.min(LIMITS.steps.max, maxSteps)}
        step={1}
        value={form.steps}
        problem={problems['steps']}
        onChange={(steps) => change({ steps })}
      />
      <Setting
        label="Guidance"
        min={LIMITS.guidance.min}
        max={LIMITS.guidance.max}
        step={0.5}
        value={form.guidanceScale}
        problem={problems['guidance_scale']}
        onChange={(guidanceScale) => change({ guidanceScale })}
      />
      <SeedField problem={problems['seed']} />
    </Stack>
  )
}
