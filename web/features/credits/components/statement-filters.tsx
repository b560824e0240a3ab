import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { ENTRY_KINDS } from '#contract/credits.ts'
import { type StatementFilter, withPart } from '../lib/statement-filter.ts'
import { useDownload } from '../lib/use-download.ts'
import { entryLabels } from '../texts.ts'
import classes from './credits.module.css'

/** Narrows the statement, and downloads what is left of it. */
export function StatementFilters({
  filter,
  onChange,
}: {
  filter: StatementFilter
  onChange(filter: StatementFilter): void
}) {
  const download = useDownload()
  return (
    <div className={classes.filters} role="group" aria-label="Narrow the statement">
      <NativeSelect
        label="Kind"
        value={filter.kind ?? ''}
        onChange={({ currentTarget }) =>
          onChange(
            withPart(
              filter,
              'kind',
              ENTRY_KINDS.find((kind) => kind === currentTarget.value) ?? null,
            ),
          )
        }
        data={[
          { value: '', label: 'All' },
          ...ENTRY_KINDS.map((kind) => ({ value: kind, label: entryLabels[kind] })),
        ]}
      />
      <TextInput
        type="date"
        label="From"
        max={filter.to}
        value={filter.from ?? ''}
        onChange={({ currentTarget }) => onChange(withPart(filter, 'from', currentTarget.value))}
      />
      <TextInput
        type="date"
        label="To"
        min={filter.from}
        value={filter.to ?? ''}
        onChange={({ currentTarget }) => onChange(withPart(filter, 'to', currentTarget.value))}
      />
      <Button
        variant="default"
        leftSection={<IconDownload size={18} aria-hidden="true" />}
        loading={download.isPending}
        onClick={() => download.mutate(filter)}
      >
        Download CSV
      </Button>
    </div>
  )
}
