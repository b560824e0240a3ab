import { Checkbox, Group, Select, TextInput } from '@mantine/core'
import { TRAINING_STATUSES } from '#contract/lora-trainings.ts'
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
      <Select
        label={t('filter.status')}
        value={filter.status}
        allowDeselect={false}
        data={[{ value: '', label: t('filter.allStatuses') }, ...TRAINING_STATUSES]}
        onChange={(status) => onChange({ ...filter, status: status ?? '' })}
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
