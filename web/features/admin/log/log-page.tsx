import { Anchor, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { AuditEntry } from '#contract/admin.ts'
import { paths } from '#contract/paths.ts'
import { api } from '#web/lib/api.ts'
import { formatTime } from '#web/lib/format.ts'
import { ListTable } from '#web/ui/data-table.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { useAudit } from '../api/use-admin.ts'
import classes from '../components/admin.module.css'
import { AdminFrame } from '../components/admin-frame.tsx'
import { CsvLink } from '../components/csv-link.tsx'
import { useUserSearch } from '../components/user-search.tsx'
import { ACTS, detailsOf, sentenceOf } from './log-acts.ts'

/** Begin of a day of the reader, or of a later one; nothing for an empty field. */
function instantOf(day: string, { later = 0 } = {}): string | undefined {
  const begin = new Date(`${day}T00:00`)
  if (Number.isNaN(begin.getTime())) return undefined
  begin.setDate(begin.getDate() + later)
  return begin.toISOString()
}

function Details({ entry }: { entry: AuditEntry }) {
  const details = detailsOf(entry)
  if (details.length === 0) return null
  return (
    <details>
      <summary>Details</summary>
      {details.map(([name, value]) => (
        <Text key={name} size="sm">
          {name}: {value}
        </Text>
      ))}
    </details>
  )
}

/** Acts of administrators and of the system, each in a sentence. */
export function LogPage() {
  const search = useUserSearch()
  const [action, setAction] = useState('')
  const [first, setFirst] = useState('')
  const [last, setLast] = useState('')
  const from = instantOf(first)
  const to = instantOf(last, { later: 1 })
  const query = {
    search: search.wanted,
    ...(action !== '' && { action }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  }
  const audit = useAudit(query)
  const isWhole = Object.keys(query).length === 1 && search.wanted === ''
  return (
    <AdminFrame title="Log">
      <div className={classes.tools}>
        <TextInput
          type="search"
          label="Who or whom"
          leftSection={<IconSearch size={18} aria-hidden="true" />}
          value={search.text}
          onChange={({ currentTarget }) => search.setText(currentTarget.value)}
        />
        <NativeSelect
          label="What"
          value={action}
          onChange={({ currentTarget }) => setAction(currentTarget.value)}
          data={[
            { value: '', label: 'Everything' },
            ...Object.entries(ACTS).map(([value, { label }]) => ({ value, label })),
          ]}
        />
        <TextInput
          type="date"
          label="From"
          value={first}
          max={last || undefined}
          onChange={({ currentTarget }) => setFirst(currentTarget.value)}
        />
        <TextInput
          type="date"
          label="To"
          value={last}
          min={first || undefined}
          onChange={({ currentTarget }) => setLast(currentTarget.value)}
        />
        <CsvLink endpoint={api.admin.exportAudit} query={query} />
      </div>
      <ListTable
        list={audit}
        label="Log"
        keyOf={({ id }) => id}
        empty={isWhole ? 'Nothing was done yet.' : 'Nothing like this was done.'}
        columns={[
          { title: 'When', render: ({ created_at: at }) => formatTime(at) },
          {
            title: 'What was done',
            render: (entry) => (
              <div>
                {sentenceOf(entry)}
                {entry.reason !== null && (
                  <Text size="sm" c="dimmed">
                    {entry.reason}
                  </Text>
                )}
              </div>
            ),
          },
          {
            title: 'Person',
            render: ({ user, email }) =>
              user === null || email === null ? (
                ''
              ) : (
                <Anchor component={Link} to={paths.adminPerson.link(user)}>
                  {email}
                </Anchor>
              ),
          },
          { title: 'More', render: (entry) => <Details entry={entry} /> },
        ]}
      />
    </AdminFrame>
  )
}
