import { MultiSelect, Select, TextInput } from '@mantine/core'
import { LIMITS } from '#contract/values/jobs/drawing.ts'
import type { AxisName } from '#contract/jobs/grid-axes.ts'
import { SAMPLERS } from '#contract/samplers.ts'
import { STYLES } from '#contract/styles.ts'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { useAbilities } from '#web/features/generate/api/use-generation-servers.ts'
import { useGenerationForm } from '#web/features/generate/lib/form-store.ts'
import {
  type AxisDraft,
  type AxisKind,
  EMPTY_DRAFT,
  NO_STYLE,
} from '#web/features/generate/grid/axis-draft.ts'
import classes from './grid.module.css'
import { useTexts } from './texts.ts'
import { useAxisWords } from '#web/features/generate/grid/use-axis-words.ts'

const CHOSEN: ReadonlySet<AxisKind | null> = new Set(['sampler', 'model', 'style'])

/** What can be chosen for an axis of such a kind. */
function useChoices(of: AxisKind | null): { value: string; label: string }[] {
  const { form } = useGenerationForm()
  const { models, samplers } = useAbilities(form.model)
  const { styleName } = useAxisWords()
  if (of === 'sampler')
    return SAMPLERS.filter((name) => samplers.has(name)).map((name) => ({
      value: name,
      label: name,
    }))
  // One that several engines have is one model.
  if (of === 'model')
    return [...new Map(models.map(({ id, name }) => [id, { value: id, label: name }])).values()]
  return [
    { value: NO_STYLE, label: styleName(null) },
    ...STYLES.map(({ id }) => ({ value: id, label: styleName(id) })),
  ]
}

/** One axis: the setting that it changes, and the values. */
export function AxisFields({
  name,
  draft,
  kinds,
  taken,
  problem,
  onChange,
}: {
  name: AxisName
  draft: AxisDraft
  kinds: readonly AxisKind[]
  /** Settings that another axis changes. */
  taken: ReadonlySet<AxisKind>
  problem: string | undefined
  onChange: (part: Partial<AxisDraft>) => void
}) {
  const t = useTexts()
  const { form } = useGenerationForm()
  const { loras } = useAbilities(form.model)
  const { kindName } = useAxisWords()
  const choices = useChoices(draft.of)
  const { of } = draft
  const values = { label: t('field.values', { axis: name.toUpperCase() }), error: problem }
  return (
    <div className={classes.axis} role="group" aria-label={t(`axis.${name}`)}>
      <NativeSelect
        label={t(`axis.${name}`)}
        value={of ?? ''}
        error={of === null && problem}
        data={[
          { value: '', label: t(name === 'z' ? 'axis.none' : 'axis.choose') },
          ...kinds.map((kind) => ({
            value: kind,
            label: kindName(kind),
            disabled: taken.has(kind),
          })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...EMPTY_DRAFT, of: value === '' ? null : (value as AxisKind) })
        }
      />
      {of === 'prompt' && (
        <TextInput
          label={t('field.find', { axis: name.toUpperCase() })}
          description={t('field.findHint')}
          value={draft.find}
          maxLength={200}
          onChange={({ currentTarget: { value } }) => onChange({ find: value })}
        />
      )}
      {of === 'lora' && (
        <Select
          label={t('field.lora', { axis: name.toUpperCase() })}
          searchable
          data={[...(loras ?? [])].flatMap(([id, flaw]) => (flaw === null ? [id] : []))}
          value={draft.lora}
          onChange={(lora) => onChange({ lora })}
        />
      )}
      {CHOSEN.has(of) && (
        <MultiSelect
          {...values}
          data={choices}
          value={[...draft.chosen]}
          searchable
          hidePickedOptions
          onChange={(chosen) => onChange({ chosen })}
        />
      )}
      {of !== null && !CHOSEN.has(of) && (
        <TextInput
          {...values}
          description={hintOf(of, t)}
          value={draft.text}
          maxLength={LIMITS.prompt}
          autoComplete="off"
          onChange={({ currentTarget: { value } }) => onChange({ text: value })}
        />
      )}
    </div>
  )
}

function hintOf(of: AxisKind, t: ReturnType<typeof useTexts>): string {
  if (of === 'prompt') return t('hint.words')
  if (of === 'size') return t('hint.sizes')
  if (of === 'strength' || of === 'lora') return t('hint.parts')
  return t('hint.numbers')
}
