import { Button, Progress, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ModelDownload, OfferedModel } from '#contract/admin-models.ts'
import { Noted, StateBadge, type StateLook } from '#web/ui/cells.tsx'
import { DataTable, TableState } from '#web/ui/data-table.tsx'
import { SmallButton } from '#web/ui/small-button.tsx'
import { useCancelModel, useModels, useRemoveModel } from '../api/use-models.ts'
import { AddModelDialog, modelSize, shortTime } from '../add/add-model-dialog.tsx'
import classes from './admin.module.css'
import { AdminFrame } from './admin-frame.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { ToolNetworks } from './tool-networks.tsx'

const STATES: Record<'ready' | 'reading' | 'broken', StateLook> = {
  ready: { label: 'Ready', color: 'green' },
  reading: { label: 'Being read', color: 'blue' },
  broken: { label: 'Broken', color: 'red' },
}

const DOWNLOAD_STATES: Record<ModelDownload['state'], StateLook> = {
  queued: { label: 'Waiting', color: 'gray' },
  running: { label: 'Being fetched', color: 'blue' },
  ready: { label: 'Done', color: 'green' },
  failed: { label: 'Failed', color: 'red' },
  canceled: { label: 'Stopped', color: 'yellow' },
}

function How({ download: { state, done, total, speed, problem } }: { download: ModelDownload }) {
  const share = total === null || total === 0 ? 0 : (100 * done) / total
  const notes = [
    ...(total === null ? [] : [`${modelSize(done)} of ${modelSize(total)}`]),
    ...(speed === null ? [] : [`${(speed / 1e6).toFixed(1)} MB/s`]),
    ...(share >= 100 && state === 'running' ? ['being converted'] : []),
    ...(problem === null ? [] : [problem]),
  ]
  return (
    <Stack gap={6} miw="12rem">
      <Noted note={notes.length > 0 ? notes.join(', ') : null}>
        <StateBadge look={DOWNLOAD_STATES[state]} />
      </Noted>
      {state === 'running' && <Progress value={share} size="sm" aria-label="Fetched so far" />}
    </Stack>
  )
}

function Downloads({
  downloads,
  onAgain,
}: {
  downloads: readonly ModelDownload[]
  onAgain(source: string): void
}) {
  const cancel = useCancelModel()
  const shown = downloads.filter(({ state }) => state !== 'ready')
  if (shown.length === 0) return null
  return (
    <section>
      <Title order={2} fz="lg" mb="sm">
        On their way
      </Title>
      <DataTable
        label="Models on their way"
        rows={shown}
        keyOf={({ id }) => id}
        empty="Nothing is on its way."
        columns={[
          {
            title: 'Model',
            render: ({ id, source }) => (
              <div>
                <Noted note={source}>{id}</Noted>
              </div>
            ),
          },
          { title: 'State', render: (download) => <How download={download} /> },
          {
            title: 'Action',
            render: ({ id, source, state }) =>
              state === 'queued' || state === 'running' ? (
                <SmallButton
                  loading={cancel.isPending}
                  onClick={() => cancel.mutate(id)}
                  aria-label={`Stop ${id}`}
                >
                  Stop
                </SmallButton>
              ) : (
                <SmallButton onClick={() => onAgain(source)} aria-label={`Go on with ${id}`}>
                  Go on
                </SmallButton>
              ),
          },
        ]}
      />
    </section>
  )
}

const factsOf = ({
  download_gb: download,
  memory_gb: memory,
  size,
  steps,
  seconds,
}: OfferedModel) =>
  [
    `${download} GB to fetch`,
    `${memory} GB of memory`,
    `${size} px in ${steps} steps`,
    ...(seconds === null ? [] : [`about ${shortTime(seconds)} an image on this machine`]),
  ].join(', ')

function Catalogue({
  offers,
  installed,
  onAdd,
}: {
  offers: readonly OfferedModel[]
  installed: ReadonlySet<string>
  onAdd(source: string): void
}) {
  return (
    <section>
      <Title order={2} fz="lg" mb="sm">
        Models that fit this engine
      </Title>
      <DataTable
        label="Models that fit this engine"
        rows={offers}
        keyOf={({ id }) => id}
        empty="The catalogue is empty."
        columns={[
          {
            title: 'Model',
            render: ({ name, purpose }) => (
              <div>
                <Noted note={purpose}>
                  <b>{name}</b>
                </Noted>
              </div>
            ),
          },
          { title: 'Needs', render: factsOf },
          {
            title: 'License',
            render: ({ licences, commercial }) => (
              <div>
                <Noted note={commercial ? null : 'Not for commercial use'}>
                  {licences.map(({ name, of }) => `${name} (${of})`).join(', ')}
                </Noted>
              </div>
            ),
          },
          {
            title: 'Action',
            render: ({ id, source, name }) =>
              installed.has(id) ? (
                'Added'
              ) : (
                <SmallButton onClick={() => onAdd(source)} aria-label={`Add ${name}`}>
                  Add
                </SmallButton>
              ),
          },
        ]}
      />
    </section>
  )
}

function RemoveDialog({ id, onClose }: { id: string; onClose(): void }) {
  const remove = useRemoveModel()
  return (
    <ConfirmDialog
      title={`Remove ${id}`}
      decline="Keep it"
      confirm="Remove"
      isRemoval
      isPending={remove.isPending}
      onConfirm={() => remove.mutate(id, { onSuccess: onClose })}
      onClose={onClose}
    >
      Its files are deleted from this machine. Jobs that wait for a model end, and their credits go
      back; tools go on with the built-in network.
    </ConfirmDialog>
  )
}

/** Its id, where that is not its name, and where it came from. */
function notesOf({
  id,
  name,
  source,
}: {
  id: string
  name: string
  source: string
}): string | null {
  const notes = [...(name === id ? [] : [id]), ...(source === '' ? [] : [source])]
  return notes.length > 0 ? notes.join(', ') : null
}

/** The models of the built-in engine: what is there, what is on its way, and what is that fit this engine. */
export function ModelsPage() {
  const models = useModels()
  const [search, setSearch] = useSearchParams()
  const [chosen, setChosen] = useState<string | null>(null)
  const [removed, setRemoved] = useState<string | null>(null)
  const { data } = models
  const isFirstWanted = search.get('add') === 'first'
  const wanted = chosen ?? ((isFirstWanted && data?.catalogue[0]?.id) || null)

  function close(): void {
    setChosen(null)
    if (isFirstWanted) setSearch({}, { replace: true })
  }

  return (
    <AdminFrame title="Models">
      <div className={classes.tools}>
        <Button onClick={() => setChosen('')} disabled={!data}>
          Add a model
        </Button>
        <Text size="sm" c="dimmed">
          Models that this server draws with itself. A new one is there without a restart.
        </Text>
      </div>
      {data ? (
        <Stack gap="xl">
          <DataTable
            label="Models"
            rows={data.results}
            keyOf={({ id }) => id}
            empty="There is no model."
            columns={[
              {
                title: 'Model',
                render: ({ id, name, source }) => (
                  <div>
                    <Noted note={notesOf({ id, name, source })}>
                      <b>{name}</b>
                    </Noted>
                  </div>
                ),
              },
              {
                title: 'State',
                render: ({ state, problem }) => (
                  <div>
                    <Noted note={problem}>
                      <StateBadge look={STATES[state]} />
                    </Noted>
                  </div>
                ),
              },
              { title: 'License', render: ({ licence }) => licence },
              {
                title: 'Action',
                render: ({ id, removable }) =>
                  removable ? (
                    <SmallButton onClick={() => setRemoved(id)} aria-label={`Remove ${id}`}>
                      Remove
                    </SmallButton>
                  ) : (
                    'Part of the program'
                  ),
              },
            ]}
          />
          <Downloads downloads={data.downloads} onAgain={setChosen} />
          <Catalogue
            offers={data.catalogue}
            installed={new Set(data.results.map(({ id }) => id))}
            onAdd={setChosen}
          />
          <ToolNetworks
            networks={data.networks}
            coming={
              new Set(
                data.downloads
                  .filter(({ state }) => state === 'queued' || state === 'running')
                  .map(({ id }) => id),
              )
            }
            onAdd={setChosen}
            onRemove={setRemoved}
          />
        </Stack>
      ) : (
        <TableState isError={models.isError} onRetry={() => void models.refetch()} />
      )}
      {wanted !== null && <AddModelDialog first={wanted} onClose={close} />}
      {removed !== null && <RemoveDialog id={removed} onClose={() => setRemoved(null)} />}
    </AdminFrame>
  )
}
