import { Group, NumberInput, Stack, Text, Textarea } from '@mantine/core'
import { LIMITS } from '#contract/values/jobs/drawing.ts'
import type { PackKind } from '#contract/packs.ts'
import { STYLES } from '#contract/styles.ts'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { isEdge, PLAIN, type ShotSettings } from '../lib/shot-settings.ts'
import { useTexts } from '../texts.ts'
import classes from './packs.module.css'

/** What a shot is made with beside its prompt, one shot at a time; folded, for most packs need none of it. */
export function ShotSettingsFields({
  kind,
  prompts,
  settings,
  chosen,
  onChoose,
  onChange,
}: {
  kind: PackKind
  prompts: readonly string[]
  settings: readonly ShotSettings[]
  /** The place of the shot whose settings are shown; null: folded. */
  chosen: number | null
  onChoose(index: number | null): void
  onChange(index: number, changes: Partial<ShotSettings>): void
}) {
  const t = useTexts()
  const index = Math.min(chosen ?? 0, prompts.length - 1)
  const shot = settings[index] ?? PLAIN
  const change = (changes: Partial<ShotSettings>) => onChange(index, changes)
  return (
    <details
      className={classes.more}
      open={chosen !== null}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open !== (chosen !== null)) onChoose(currentTarget.open ? 0 : null)
      }}
    >
      <summary>{t('form.more')}</summary>
      {chosen !== null && prompts.length === 0 && <Text size="sm">{t('form.moreEmpty')}</Text>}
      {chosen !== null && prompts.length > 0 && (
        <Stack gap="md">
          <NativeSelect
            label={t('form.shot')}
            value={String(index)}
            data={prompts.map((prompt, at) => ({
              value: String(at),
              label: t('form.shotOf', { number: at + 1, prompt }),
            }))}
            onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}
          />
          {kind === 'photo' && <WordsAndStyle shot={shot} change={change} />}
          <Group grow align="flex-start">
            <Edge
              label={t('form.width')}
              value={shot.width}
              onChange={(width) => change({ width })}
            />
            <Edge
              label={t('form.height')}
              value={shot.height}
              onChange={(height) => change({ height })}
            />
          </Group>
          <NumberInput
            label={t('form.seed')}
            description={t('form.seedHint')}
            value={shot.seed ?? ''}
            {...LIMITS.seed}
            allowDecimal={false}
            allowNegative={false}
            clampBehavior="strict"
            hideControls
            onChange={(value) => change({ seed: value === '' ? null : Number(value) })}
          />
        </Stack>
      )}
    </details>
  )
}

interface FieldsProps {
  shot: ShotSettings
  change(changes: Partial<ShotSettings>): void
}

/** What videos do not have. */
function WordsAndStyle({ shot, change }: FieldsProps) {
  const t = useTexts()
  return (
    <>
      <Textarea
        label={t('form.negative')}
        description={t('form.negativeHint')}
        value={shot.negative}
        autosize
        maxLength={LIMITS.prompt}
        onChange={({ currentTarget }) => change({ negative: currentTarget.value })}
      />
      <NativeSelect
        label={t('form.style')}
        value={shot.style ?? ''}
        data={[
          { value: '', label: t('form.styleNone') },
          ...STYLES.map(({ id, label }) => ({ value: id, label })),
        ]}
        onChange={({ currentTarget: { value } }) => change({ style: value === '' ? null : value })}
      />
    </>
  )
}

function Edge({
  label,
  value,
  onChange,
}: {
  label: string
  value: number
  onChange(value: number): void
}) {
  const t = useTexts()
  const { min, max, step } = LIMITS.size
  return (
    <NumberInput
      label={label}
      value={Number.isNaN(value) ? '' : value}
      step={step}
      allowDecimal={false}
      allowNegative={false}
      error={isEdge(value) ? null : t('form.edgeFault', { min, max, step })}
      onChange={(next) => onChange(next === '' ? Number.NaN : Number(next))}
    />
  )
}
