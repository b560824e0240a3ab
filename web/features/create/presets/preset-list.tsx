import { ActionIcon, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconDeviceFloppy, IconPencil, IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { Preset } from '#contract/presets.ts'
import { PRESET_LIMITS } from '#contract/values/presets.ts'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { takeFocus } from '#web/lib/take-focus.ts'
import { type ModelNames, summaryOf } from './describe-settings.ts'
import { knownSettings } from './preset-settings.ts'
import classes from './presets.module.css'
import type { Done, PresetTask } from './dialog-state.ts'
import { isOrder, ORDERS, type PresetOrder, sortPresets } from './sort-presets.ts'
import { useTexts } from './texts.ts'
import { useChangePresets, usePresets } from './use-presets.ts'

/** One's presets: finds, applies and deletes them. */
export function PresetList({
  models,
  onTask,
  onChanged,
  onApply,
}: {
  models: ModelNames
  onTask: (task: PresetTask) => void
  onChanged: (done: Done) => void
  onApply: (preset: Preset) => void
}) {
  const t = useTexts()
  const presets = usePresets()
  const { remove, restore } = useChangePresets()
  const top = useRef<HTMLButtonElement>(null)
  const [search, setSearch] = useState('')
  const [order, setOrder] = useLocalStorage<PresetOrder>({
    key: 'presets-order',
    defaultValue: ORDERS[0],
  })
  const all = presets.data ?? []
  const found = sortPresets(all, { search, order: isOrder(order) ? order : ORDERS[0] })
  const first = found.find((preset) => knownSettings(preset) !== null)
  const isEmpty = presets.isSuccess && all.length === 0
  async function drop(preset: Preset): Promise<void> {
    try {
      // What was pressed goes with it.
      top.current?.focus()
      await remove.mutateAsync(preset)
      const text = t('preset.deleted', { name: preset.name })
      onChanged({ text, undo: () => restore.mutate(preset) })
    } catch {
      // The mutation has said what went wrong.
    }
  }

  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t('presets.hint')}
      </Text>
      <Group>
        <Button
          data-autofocus={isEmpty || undefined}
          ref={top}
          onClick={() => onTask({ kind: 'create' })}
        >
          {t('presets.saveCurrent')}
        </Button>
      </Group>
      {presets.isPending && <Text role="status">{t('presets.loading')}</Text>}
      {presets.isError && (
        <ErrorState what={t('presets.failed')} onRetry={() => void presets.refetch()} />
      )}
      {isEmpty && <EmptyState picture="crown-3d-style" text={t('presets.empty')} />}
      {all.length > 0 && (
        <Group align="flex-start" gap="sm">
          <TextInput
            className={classes.search}
            label={t('presets.search')}
            description={t('presets.searchHint')}
            inputWrapperOrder={['label', 'input', 'description']}
            value={search}
            // For a list that was read before the dialog opened, and for one that comes later.
            data-autofocus
            ref={takeFocus}
            onChange={({ currentTarget }) => setSearch(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
              // Else the form of the page is sent.
              event.preventDefault()
              if (first !== undefined) onApply(first)
            }}
          />
          <Select
            className={classes.order}
            label={t('presets.order')}
            allowDeselect={false}
            value={order}
            onChange={(value) => isOrder(value) && setOrder(value)}
            data={[
              { value: 'recent', label: t('presets.byRecent') },
              { value: 'uses', label: t('presets.byUses') },
              { value: 'name', label: t('presets.byName') },
            ]}
          />
        </Group>
      )}
      {all.length > 0 && (
        <Text size="xs" c="dimmed" role="status">
          {found.length === 0
            ? t('presets.noMatch')
            : t('presets.count', { count: found.length, most: PRESET_LIMITS.presets })}
        </Text>
      )}
      {found.length > 0 && (
        <ul className={classes.list}>
          {found.map((preset) => (
            <Row
              key={preset.id}
              {...{ preset, models, onTask, onApply }}
              onDelete={(one) => void drop(one)}
            />
          ))}
        </ul>
      )}
    </Stack>
  )
}

function Row({
  preset,
  models,
  onTask,
  onApply,
  onDelete,
}: {
  preset: Preset
  onDelete: (preset: Preset) => void
  models: ModelNames
  onTask: (task: PresetTask) => void
  onApply: (preset: Preset) => void
}) {
  const t = useTexts()
  const { name } = preset
  const settings = knownSettings(preset)
  return (
    <li className={classes.row}>
      <div className={classes.text}>
        <Text fw={700} size="sm" truncate>
          {name}
        </Text>
        <Text size="xs" c="dimmed" lineClamp={2}>
          {settings === null ? t('preset.otherVersion') : summaryOf(settings, models, t)}
        </Text>
      </div>
      <Group gap={4} wrap="nowrap">
        <Button
          variant="light"
          h={44}
          aria-label={t('preset.applyNamed', { name })}
          disabled={settings === null}
          onClick={() => onApply(preset)}
        >
          {t('preset.apply')}
        </Button>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          aria-label={t('preset.overwrite', { name })}
          title={t('preset.overwrite', { name })}
          disabled={settings === null}
          onClick={() => onTask({ kind: 'overwrite', preset })}
        >
          <IconDeviceFloppy size={18} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          aria-label={t('preset.rename', { name })}
          title={t('preset.rename', { name })}
          onClick={() => onTask({ kind: 'rename', preset })}
        >
          <IconPencil size={18} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          aria-label={t('preset.delete', { name })}
          title={t('preset.delete', { name })}
          onClick={() => onDelete(preset)}
        >
          <IconTrash size={18} />
        </ActionIcon>
      </Group>
    </li>
  )
}
