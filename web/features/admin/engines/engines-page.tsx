import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { AdminEngine } from '#contract/admin-engines.ts'
import { formatCents, formatNumber, formatTime } from '#web/lib/format.ts'
import { Noted, StateBadge, type StateLook } from '#web/ui/cells.tsx'
import { DataTable, TableState } from '#web/ui/data-table.tsx'
import { Deferred } from '#web/ui/deferred.tsx'
import { useEngines } from '../api/use-engines.ts'
import classes from '../components/admin.module.css'
import { AdminFrame } from '../components/admin-frame.tsx'
import { EngineActions } from '../components/engine-actions.tsx'
import { EngineOrders } from '../components/engine-orders.tsx'

const loadAddDialog = () =>
  import('../add/add-engine-dialog.tsx').then(({ AddEngineDialog }) => AddEngineDialog)

const loadServiceModels = () =>
  import('../service-models/service-models.tsx').then(({ ServiceModels }) => ServiceModels)

const loadBelowCost = () =>
  import('../components/below-cost.tsx').then(({ BelowCost }) => BelowCost)

const loadLimitsDialog = () =>
  import('../add/engine-limits-dialog.tsx').then(({ EngineLimitsDialog }) => EngineLimitsDialog)

const STATES: Record<AdminEngine['state'], StateLook> = {
  ready: { label: 'Ready', color: 'green' },
  busy: { label: 'Busy', color: 'blue' },
  starting: { label: 'Starting', color: 'blue' },
  paused: { label: 'Paused', color: 'yellow' },
  draining: { label: 'Draining', color: 'yellow' },
  drained: { label: 'Drained', color: 'yellow' },
  limit: { label: 'Limit reached', color: 'orange' },
  circuit_open: { label: 'Circuit open', color: 'red' },
  half_open: { label: 'Trying again', color: 'orange' },
  unreachable: { label: 'Away', color: 'red' },
}

const SOURCES: Record<AdminEngine['source'], string> = {
  builtin: 'part of the program',
  environment: 'from the settings',
  added: 'added here',
}

const WORK: Record<AdminEngine['work'][number], string> = {
  drawing: 'Images',
  tools: 'Tools',
  video: 'Video',
  training: 'Training',
}

const MOST_MODELS = 4

function Name({ engine: { id, name, kind, source, url } }: { engine: AdminEngine }) {
  const notes = [
    kind,
    ...(url === null ? [] : [url]),
    SOURCES[source],
    ...(name === id ? [] : [id]),
  ]
  return (
    <div>
      <Noted note={notes.join(', ')}>
        <b>{source === 'builtin' ? 'Built-in engine' : name}</b>
      </Noted>
    </div>
  )
}

function State({ engine }: { engine: AdminEngine }) {
  const { state, problem, open_until: until, last_error: last } = engine
  const notes = [
    ...(until === null ? [] : [`until ${formatTime(until)}`]),
    ...(problem === null ? [] : [problem]),
    ...(last === null ? [] : [`Last error ${formatTime(last.at)}: ${last.text}`]),
  ]
  return (
    <div>
      <Noted note={notes.length > 0 ? notes.join(' ') : null}>
        <StateBadge look={STATES[state]} />
      </Noted>
    </div>
  )
}

function offersOf({ models, tools, work }: AdminEngine): string {
  const shown = models.slice(0, MOST_MODELS).join(', ')
  const more = models.length > MOST_MODELS ? ` and ${models.length - MOST_MODELS} more` : ''
  const drawn = models.length === 0 ? work.map((kind) => WORK[kind]).join(', ') : shown + more
  if (tools.length === 0) return drawn
  return `${drawn}; ${tools.length === 1 ? 'a tool' : `${tools.length} tools`}`
}

function Jobs({ engine }: { engine: AdminEngine }) {
  const { running, waiting, concurrency, load, taken_over_today: moved } = engine
  const notes = [
    ...(concurrency === null ? [] : [`at most ${concurrency} at once`]),
    ...(load > 0 ? [`${load} inside it`] : []),
    ...(moved === 0 ? [] : [`${moved} taken over by others today`]),
  ]
  return (
    <div>
      <Noted note={notes.length > 0 ? notes.join(', ') : null}>
        {`${formatNumber(running)} running, ${formatNumber(waiting)} waiting`}
      </Noted>
    </div>
  )
}

/** Every engine, how it is, and what can be done with it. */
export function EnginesPage() {
  const engines = useEngines()
  const [isAdding, setAdding] = useState(false)
  const [limited, setLimited] = useState<string | null>(null)
  const target = engines.data?.results.find(({ id }) => id === limited)
  return (
    <AdminFrame title="Engines">
      <div className={classes.tools}>
        <Button onClick={() => setAdding(true)} disabled={!engines.data}>
          Add an engine
        </Button>
        <Text size="sm" c="dimmed">
          The first that has a model gets the work, unless you say otherwise below. Changes count at
          once, everywhere.
        </Text>
      </div>
      {engines.data ? (
        <DataTable
          label="Engines"
          rows={engines.data.results}
          keyOf={({ id }) => id}
          empty="There is no engine."
          columns={[
            { title: 'Engine', render: (engine) => <Name engine={engine} /> },
            { title: 'State', render: (engine) => <State engine={engine} /> },
            { title: 'Offers', render: offersOf },
            { title: 'Jobs', render: (engine) => <Jobs engine={engine} /> },
            {
              title: 'Usual time',
              kind: 'number',
              render: ({ usual_seconds: seconds }) =>
                seconds === null ? '–' : `${seconds.toFixed(1)} s`,
            },
            {
              title: 'Failures, 1 h',
              kind: 'number',
              render: ({ failures_last_hour: failures }) => formatNumber(failures),
            },
            {
              title: 'Cost today',
              kind: 'number',
              render: ({ cost_today: cost, daily_limit: limit }) => (
                <Noted note={limit === null ? null : `of ${formatCents(limit)}`}>
                  {formatCents(cost)}
                </Noted>
              ),
            },
            {
              title: 'Action',
              render: (engine) => (
                <EngineActions engine={engine} onLimits={() => setLimited(engine.id)} />
              ),
            },
          ]}
        />
      ) : (
        <TableState isError={engines.isError} onRetry={() => void engines.refetch()} />
      )}
      {engines.data?.results.some(({ below_cost: losses }) => losses.length > 0) && (
        <Deferred load={loadBelowCost} props={{ engines: engines.data.results }} />
      )}
      {engines.data && <EngineOrders engines={engines.data.results} />}
      {engines.data?.results
        .filter(({ takes_models: takesModels }) => takesModels)
        .map((engine) => (
          <Deferred key={engine.id} load={loadServiceModels} props={{ engine }} />
        ))}
      {isAdding && engines.data && (
        <Deferred
          load={loadAddDialog}
          props={{ kinds: engines.data.kinds, onClose: () => setAdding(false) }}
        />
      )}
      {target && (
        <Deferred
          load={loadLimitsDialog}
          props={{ engine: target, onClose: () => setLimited(null) }}
        />
      )}
    </AdminFrame>
  )
}
