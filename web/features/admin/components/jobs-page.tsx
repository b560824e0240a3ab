import { Anchor, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { AdminJob } from '#contract/admin-jobs.ts'
import { formatNumber, formatTime } from '#web/lib/format.ts'
import { Noted, StateBadge } from '#web/ui/cells.tsx'
import { ListTable } from '#web/ui/data-table.tsx'
import { paths } from '#contract/paths.ts'
import { useAdminJobs, useJobsOf } from '../api/use-admin.ts'
import classes from './admin.module.css'
import { AdminFrame } from './admin-frame.tsx'
import { causeText, JOB_STATES, useJobType } from './job-words.ts'
import { TimeFilter, useFilter } from './time-filter.tsx'
import { useUserSearch } from './user-search.tsx'

const MICROS = 1_000_000

/** A picture of a service costs parts of a cent. */
const formatCost = (micros: number | null): string =>
  micros === null ? '' : `$${(micros / MICROS).toFixed(4)}`

function notesOf({ first_engine: first, attempt }: AdminJob): string | null {
  const notes = [
    ...(first === null ? [] : [`taken over from ${first}`]),
    ...(attempt > 1 ? [`attempt ${attempt}`] : []),
  ]
  return notes.length > 0 ? notes.join(', ') : null
}

const FILTER = ['from', 'to', 'ended_from', 'ended_to', 'status', 'error'] as const

/** Jobs of everybody: which engine made them and what that cost. */
export function JobsPage() {
  const filter = useFilter(FILTER)
  return (
    <AdminFrame title="Jobs">
      {Object.keys(filter).length > 0 ? <JobsOf filter={filter} /> : <AllJobs />}
    </AdminFrame>
  )
}

/** Returns what the jobs have in common, beside their time. */
function whatOf({ status, error }: { status?: string; error?: string }): string | undefined {
  const state = Object.entries(JOB_STATES).find(([name]) => name === status)?.[1].label
  const cause = error === undefined ? undefined : causeText(error)
  return [state, cause].filter((word) => word !== undefined).join(', ') || undefined
}

/** Jobs behind a figure of the overview. */
function JobsOf({ filter }: { filter: ReturnType<typeof useFilter<(typeof FILTER)[number]>> }) {
  const jobs = useJobsOf(filter)
  return (
    <>
      <TimeFilter
        what={whatOf(filter)}
        from={filter.ended_from ?? filter.from}
        to={filter.ended_to ?? filter.to}
        whole={paths.adminJobs.link()}
      />
      <JobTable list={jobs} empty="No such job." />
    </>
  )
}

function AllJobs() {
  const search = useUserSearch()
  const [engine, setEngine] = useState('')
  const [wanted] = useDebouncedValue(engine.trim(), 250)
  const jobs = useAdminJobs(search.wanted, wanted)
  return (
    <>
      <div className={classes.tools}>
        <TextInput
          type="search"
          label="Email or id"
          leftSection={<IconSearch size={18} aria-hidden="true" />}
          value={search.text}
          onChange={({ currentTarget }) => search.setText(currentTarget.value)}
        />
        <TextInput
          type="search"
          label="Engine"
          value={engine}
          onChange={({ currentTarget }) => setEngine(currentTarget.value)}
        />
      </div>
      <JobTable
        list={jobs}
        empty={
          search.wanted === '' && wanted === '' ? 'Nobody has made anything yet.' : 'No such job.'
        }
      />
    </>
  )
}

function JobTable({ list, empty }: { list: ReturnType<typeof useAdminJobs>; empty: string }) {
  const typeOf = useJobType()
  return (
    <ListTable
      list={list}
      label="Jobs"
      keyOf={({ id }) => id}
      empty={empty}
      columns={[
        { title: 'When', render: ({ created_at: at }) => formatTime(at) },
        {
          title: 'Who',
          render: ({ user, email }) => (
            <Anchor component={Link} to={paths.adminPerson.link(user)}>
              {email}
            </Anchor>
          ),
        },
        {
          title: 'What',
          render: ({ type, model, outputs }) => (
            <Noted note={model}>{`${typeOf(type)}, ${formatNumber(outputs)}`}</Noted>
          ),
        },
        {
          title: 'State',
          render: ({ status, error }) => (
            <Noted note={error === null ? null : causeText(error)}>
              <StateBadge look={JOB_STATES[status]} />
            </Noted>
          ),
        },
        { title: 'Engine', render: (job) => <Noted note={notesOf(job)}>{job.engine}</Noted> },
        {
          title: 'Engine time',
          kind: 'number',
          render: ({ engine_seconds: seconds }) =>
            seconds === null ? '' : `${seconds.toFixed(1)} s`,
        },
        { title: 'Cost', kind: 'number', render: ({ cost }) => formatCost(cost) },
        { title: 'Credits', kind: 'number', render: ({ credits }) => formatNumber(credits) },
      ]}
    />
  )
}
