import { Group, Switch, Text, Textarea } from '@mantine/core'
import { IconContrast, IconTrash } from '@tabler/icons-react'
import { LIMITS } from '#contract/values/jobs/drawing.ts'
import type { GenerationModel } from '#contract/generation-servers.ts'
import { Segments } from '#web/ui/segments.tsx'
import { useSelects } from '#web/features/generate/mask/use-selects.ts'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { SmallButton } from '#web/ui/small-button.tsx'
import type { DocumentState } from '../document/document.ts'
import { act, setFeather, useEditor } from '../editor-store.ts'
import { PICKS, setOptions, useOptions } from '../options.ts'
import { useTexts } from '../texts.ts'
import { Field } from './field.tsx'
import { SliderField } from './slider-field.tsx'

const SIZES = { min: 2, max: 400 } as const

/** How the image is selected, and what is done with what is. */
export function SelectFields({
  state,
  models,
}: {
  state: DocumentState
  models: readonly GenerationModel[]
}) {
  const t = useTexts()
  const { pick, erase, size, tolerance, edges, order } = useOptions()
  const hasObjects = useSelects()
  const feather = useEditor(({ document }) => document?.feather ?? 0)
  return (
    <>
      <Field label={t('select.with')}>
        <Segments
          fullWidth
          aria-label={t('select.with')}
          value={pick}
          onChange={(value) => setOptions({ pick: value })}
          data={PICKS.filter((value) => value !== 'object' || hasObjects).map((value) => ({
            value,
            label: t(`select.${value}`),
          }))}
        />
        <Segments
          fullWidth
          aria-label={t('select.how')}
          value={erase ? 'erase' : 'add'}
          onChange={(value) => setOptions({ erase: value === 'erase' })}
          data={[
            { value: 'add', label: t('select.add') },
            { value: 'erase', label: t('select.erase') },
          ]}
        />
      </Field>
      {pick === 'brush' && (
        <SliderField
          label={t('select.size')}
          unit
          {...SIZES}
          value={size}
          onChange={(value) => setOptions({ size: value })}
        />
      )}
      {pick === 'object' && (
        <Text size="sm" c="dimmed">
          {t(erase ? 'select.objectEraseHint' : 'select.objectHint')}
        </Text>
      )}
      {pick === 'magic' && (
        <>
          <SliderField
            label={t('select.tolerance')}
            min={1}
            max={128}
            value={tolerance}
            onChange={(value) => setOptions({ tolerance: value })}
          />
          <Switch
            label={t('select.edges')}
            checked={edges}
            onChange={({ currentTarget }) => setOptions({ edges: currentTarget.checked })}
          />
        </>
      )}
      <SliderField
        label={t('select.feather')}
        unit
        min={0}
        max={64}
        value={feather}
        onChange={setFeather}
      />
      <Group gap={8}>
        <SmallButton
          leftSection={<IconContrast size={18} />}
          onClick={() => void act({ kind: 'invert' })}
        >
          {t('select.invert')}
        </SmallButton>
        <SmallButton
          leftSection={<IconTrash size={18} />}
          disabled={state.selection.length === 0}
          onClick={() => void act({ kind: 'clear' })}
        >
          {t('select.clear')}
        </SmallButton>
      </Group>
      <Field label={t('select.order')}>
        <Segments
          fullWidth
          aria-label={t('select.order')}
          value={order}
          onChange={(value) => setOptions({ order: value })}
          data={[
            { value: 'remove', label: t('select.remove') },
            { value: 'replace', label: t('select.replace') },
          ]}
        />
        <Text size="sm" c="dimmed">
          {t(order === 'remove' ? 'select.removeHint' : 'select.replaceHint')}
        </Text>
      </Field>
      {order === 'replace' && <WordFields models={models} label={t('select.prompt')} />}
    </>
  )
}

/** What is to be seen, and which model draws it. */
export function WordFields({
  label,
  models,
}: {
  label: string
  models: readonly GenerationModel[]
}) {
  const t = useTexts()
  const { prompt, model } = useOptions()
  const [first] = models
  return (
    <>
      <Textarea
        label={label}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={LIMITS.prompt}
        value={prompt}
        onChange={({ currentTarget }) => setOptions({ prompt: currentTarget.value })}
      />
      {models.length > 1 && (
        <NativeSelect
          label={t('select.model')}
          value={model ?? first?.id ?? ''}
          onChange={({ currentTarget: { value } }) =>
            setOptions({ model: value === first?.id ? null : value })
          }
          data={models.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
    </>
  )
}
