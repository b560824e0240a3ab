import { Button, TextInput } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { ENTRY_KINDS } from '#contract/values/credits.ts'
import { api } from '#web/lib/api.ts'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { type StatementFilter, withPart } from '../lib/statement-filter.ts'
import { useDownload } from '../lib/use-download.ts'
import classes from './credits.module.css'
import { useTexts } from '../texts.ts'

/** The file of what was spent by tool, in the days that are chosen. */
function usageLink({ from, to }: StatementFilter): string {
  const query = new URLSearchParams({ ...(from && { from }), ...(to && { to }) }).toString()
  const { path } = api.credits.exportUsage
  return query === '' ? path : `${path}?${query}`
}

/** Narrows the statement, and downloads what is left of it. */
export function StatementFilters({
  filter,
  onChange,
}: {
  filter: StatementFilter
  onChange(filter: StatementFilter): void
}) {
  const t = useTexts()
  const download = useDownload()
  return (
    <div className={classes.filters} role="group" aria-label={t('statementFilters.label')}>
      <NativeSelect
        className={classes.kinds}
        label={t('statementFilters.kind')}
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
          { value: '', label: t('statementFilters.all') },
          ...ENTRY_KINDS.map((kind) => ({ value: kind, label: t(`kind.${kind}`) })),
        ]}
      />
      <TextInput
        type="date"
        label={t('statementFilters.from')}
        max={filter.to}
        value={filter.from ?? ''}
        onChange={({ currentTarget }) => onChange(withPart(filter, 'from', currentTarget.value))}
      />
      <TextInput
        type="date"
        label={t('statementFilters.to')}
        min={filter.from}
        value={filter.to ?? ''}
        onChange={({ currentTarget }) => onChange(withPart(filter, 'to', currentTarget.value))}
      />
      <Button
        className={classes.download}
        variant="default"
        leftSection={<IconDownload size={18} aria-hidden="true" />}
        loading={download.isPending}
        onClick={() => download.mutate(filter)}
      >
        {t('statementFilters.downloadCsv')}
      </Button>
      <Button
        className={classes.download}
        component="a"
        href={usageLink(filter)}
        download
        variant="default"
        leftSection={<IconDownload size={18} aria-hidden="true" />}
      >
        {t('statementFilters.usageCsv')}
      </Button>
    </div>
  )
}
