import { Button, Checkbox, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Preset, PresetSettings } from '#contract/presets.ts'
import { PRESET_LIMITS } from '#contract/values/presets.ts'
import { fieldErrorsOf, handleError } from '#web/lib/errors.ts'
import { takeFocus } from '#web/lib/take-focus.ts'
import { useGenerationForm } from '#web/features/generate/lib/form-store.ts'
import { type ModelNames, valuesOf } from './describe-settings.ts'
import {
  knownSettings,
  partsOf,
  PRESET_PARTS,
  type PresetPart,
  settingsOfForm,
  USUAL_PARTS,
} from './preset-settings.ts'
import type { Done, PresetTask } from './dialog-state.ts'
import { useTexts } from './texts.ts'
import { useChangePresets } from './use-presets.ts'

function partsAtFirst(task: PresetTask): PresetPart[] {
  const before = task.kind === 'overwrite' ? knownSettings(task.preset) : null
  return before === null ? USUAL_PARTS : partsOf(before)
}

/** Asks for the name of a preset, or for what of the page it keeps, or for both. */
export function PresetForm({
  task,
  models,
  onChanged,
  onDone,
}: {
  task: PresetTask
  models: ModelNames
  onChanged: (done: Done) => void
  onDone: () => void
}) {
  const t = useTexts()
  const { form } = useGenerationForm()
  const { create, change } = useChangePresets()
  const [name, setName] = useState(task.kind === 'create' ? '' : task.preset.name)
  const [parts, setParts] = useState(() => partsAtFirst(task))
  const { name: ofName, settings: ofSettings } = fieldErrorsOf(create.error ?? change.error)
  const end = {
    onSuccess: onDone,
    onError: (error: Error) => {
      const faults = fieldErrorsOf(error)
      if (faults['name'] === undefined && faults['settings'] === undefined) handleError(error)
    },
  }

  function overwrite(preset: Preset, settings: PresetSettings): void {
    const before = knownSettings(preset)
    change.mutate(
      { id: preset.id, settings },
      {
        ...end,
        onSuccess: () => {
          onDone()
          if (before === null) return
          onChanged({
            text: t('preset.overwritten', { name: preset.name }),
            undo: () => change.mutate({ id: preset.id, settings: before }),
          })
        },
      },
    )
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    // The dialog stands in the form of the page, which a press of Enter here must not send.
    event.stopPropagation()
    if (task.kind === 'rename') change.mutate({ id: task.preset.id, name }, end)
    else if (task.kind === 'overwrite') overwrite(task.preset, settingsOfForm(form, parts))
    else create.mutate({ name, settings: settingsOfForm(form, parts) }, end)
  }

  const lacks = task.kind === 'rename' ? name.trim() === '' : parts.length === 0
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <Text fw={700} component="h3" size="sm">
          {task.kind === 'create' && t('form.newTitle')}
          {task.kind === 'rename' && t('form.renameTitle')}
          {task.kind === 'overwrite' && t('form.overwriteTitle', { name: task.preset.name })}
        </Text>
        {task.kind !== 'overwrite' && (
          <TextInput
            label={t('form.name')}
            value={name}
            maxLength={PRESET_LIMITS.name}
            ref={takeFocus}
            error={ofName}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
        )}
        {task.kind !== 'rename' && (
          <PartsField parts={parts} models={models} fault={ofSettings} onChange={setParts} />
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onDone}>
            {t('form.cancel')}
          </Button>
          <Button
            type="submit"
            loading={create.isPending || change.isPending}
            disabled={lacks || (task.kind === 'create' && name.trim() === '')}
          >
            {t(task.kind === 'overwrite' ? 'form.overwrite' : 'form.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function PartsField({
  parts,
  models,
  fault,
  onChange,
}: {
  parts: readonly PresetPart[]
  models: ModelNames
  fault: string | undefined
  onChange: (parts: PresetPart[]) => void
}) {
  const t = useTexts()
  const values = valuesOf(useGenerationForm().form, models, t)
  return (
    <Checkbox.Group
      label={t('form.parts')}
      error={fault}
      value={[...parts]}
      onChange={(chosen) => onChange(PRESET_PARTS.filter((part) => chosen.includes(part)))}
    >
      <Group gap={8} my={4}>
        <Button variant="subtle" size="compact-sm" onClick={() => onChange(PRESET_PARTS)}>
          {t('form.all')}
        </Button>
        <Button variant="subtle" size="compact-sm" onClick={() => onChange([])}>
          {t('form.none')}
        </Button>
      </Group>
      <SimpleGrid cols={2} spacing="sm" verticalSpacing="xs">
        {PRESET_PARTS.map((part) => (
          <Checkbox
            key={part}
            value={part}
            label={t(`part.${part}`)}
            description={
              <Text span inherit lineClamp={1}>
                {values[part]}
              </Text>
            }
          />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  )
}
