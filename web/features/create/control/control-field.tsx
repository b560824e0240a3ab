import { ActionIcon, Group, Stack, Text } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { CONTROL_KINDS, LIMITS } from '#contract/values/jobs/drawing.ts'
import { Hint } from '#web/ui/hint.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { Switched } from '../advanced/switched.tsx'
import { useAbilities } from '#web/features/generate/api/use-generation-servers.ts'
import { Setting } from '../panel/setting.tsx'
import { FIRST_CONTROL, type FormControl } from '#web/features/generate/lib/form.ts'
import { useGenerationForm } from '#web/features/generate/lib/form-store.ts'
import { SmallButton } from '#web/ui/small-button.tsx'
import { ControlImage } from './control-image.tsx'
import classes from './control.module.css'
import { useTexts } from './texts.ts'

/** Leads the drawing by the edges, the depth, the poses or the look of images (ControlNet, IP-Adapter). */
export function ControlField({ problem }: { problem: string | undefined }) {
  const t = useTexts()
  const { form, change } = useGenerationForm()
  const { controls: able } = useAbilities(form.model)
  const { controls } = form
  const other = [...able].find((kind) => !controls.some((control) => control.kind === kind))
  const fresh: FormControl = { ...FIRST_CONTROL, kind: other ?? [...able][0] ?? 'canny' }
  const isAble = controls.length > 0 ? controls.every(({ kind }) => able.has(kind)) : able.size > 0
  // By place: they have no names of their own, and their kinds and images change.
  const placed = controls.map((control, place) => ({ control, place }))
  const put = (place: number, changes: Partial<FormControl>) =>
    change({
      controls: controls.map((one, at) => (at === place ? { ...one, ...changes } : one)),
    })
  return (
    <Switched
      label={t('label')}
      description={t('hint')}
      obstacle={isAble ? null : t('notAble')}
      on={controls.length > 0}
      problem={problem}
      onToggle={(on) => change({ controls: on ? [fresh] : [] })}
    >
      {placed.map(({ control, place }) => (
        <OneControl
          key={place}
          number={controls.length > 1 ? place + 1 : null}
          control={control}
          onChange={(changes) => put(place, changes)}
          onRemove={() => change({ controls: controls.toSpliced(place, 1) })}
        />
      ))}
      {controls.length > 0 && controls.length < LIMITS.controls && able.size > 0 && (
        <SmallButton
          className={classes.add}
          leftSection={<IconPlus size={18} />}
          onClick={() => change({ controls: [...controls, fresh] })}
        >
          {t('add')}
        </SmallButton>
      )}
    </Switched>
  )
}

/** @param props.number among several; null: it is the only one */
function OneControl({
  number,
  control,
  onChange,
  onRemove,
}: {
  number: number | null
  control: FormControl
  onChange: (changes: Partial<FormControl>) => void
  onRemove: () => void
}) {
  const t = useTexts()
  const { form } = useGenerationForm()
  const { controls: able } = useAbilities(form.model)
  const kinds = CONTROL_KINDS.filter((kind) => able.has(kind) || kind === control.kind)
  const label = number === null ? t('image') : t('nth', { number })
  return (
    <Stack gap="sm" role="group" aria-label={label} className={classes.one}>
      {number !== null && (
        <Group justify="space-between">
          <Text size="sm" fw={700}>
            {label}
          </Text>
          <Hint label={t('removeOne', { number })}>
            <ActionIcon
              variant="default"
              size={28}
              aria-label={t('removeOne', { number })}
              onClick={onRemove}
            >
              <IconX size={16} />
            </ActionIcon>
          </Hint>
        </Group>
      )}
      {kinds.length > 1 && (
        <Segments
          fullWidth
          aria-label={t('kind')}
          value={control.kind}
          onChange={(kind) => onChange({ kind })}
          data={kinds.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))}
        />
      )}
      <ControlImage
        label={label}
        model={form.model}
        control={control}
        isAble={able.has(control.kind)}
        onChoose={(image) => onChange({ image })}
      />
      <Setting
        label={t('strength')}
        description={t('strengthHint')}
        min={LIMITS.controlStrength.min}
        max={LIMITS.controlStrength.max}
        step={0.05}
        value={control.strength}
        problem={undefined}
        onChange={(strength) => onChange({ strength })}
      />
      <Setting
        label={t('start')}
        min={0}
        max={1}
        step={0.05}
        value={control.start}
        problem={undefined}
        onChange={(start) => onChange({ start })}
      />
      <Setting
        label={t('end')}
        description={t('endHint')}
        min={0}
        max={1}
        step={0.05}
        value={control.end}
        problem={undefined}
        onChange={(end) => onChange({ end })}
      />
    </Stack>
  )
}
