import { Checkbox, Group, TextInput } from '@mantine/core'
import { TRAINING_STATUSES } from '#contract/values/lora-trainings.ts'
import { NativeSelect } from '#web/ui/native-select.tsx'
import type { StudioFilter } from '../api/use-studios.ts'
import { useTexts } from '../texts.ts'

/** Of the staff: whose studios are shown, and which. */
export function StudioFilters({
  filter,
  onChange,
}: {
  filter: StudioFilter
  onChange(filter: StudioFilter): void
}) {
  const t = useTexts()
  return (
    <Group role="search" aria-label={t('filter.label')} mb="md" align="flex-end">
      <TextInput
        label={t('filter.search')}
        value={filter.search}
        maxLength={100}
        onChange={({ currentTarget }) => onChange({ ...filter, search: currentTarget.value })}
      />
      <NativeSelect
        label={t('filter.status')}
        value={filter.status}
        data={[{ value: '', label: t('filter.allStatuses') }, ...TRAINING_STATUSES]}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...filter, status: TRAINING_STATUSES.find((one) => one === value) ?? '' })
        }
      />
      <Checkbox
        label={t('filter.own')}
        checked={filter.own}
        onChange={({ currentTarget }) => onChange({ ...filter, own: currentTarget.checked })}
        mb={8}
      />
    </Group>
  )
}
