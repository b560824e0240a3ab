import { Button, FileButton, Group, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { AdminEngine } from '#contract/admin-engines.ts'
import type { ServiceModel, ServiceModelFile } from '#contract/admin-service-models.ts'
import { api } from '#web/lib/api.ts'
import { formatNumber, formatTime } from '#web/lib/format.ts'
import { Noted, StateBadge } from '#web/ui/cells.tsx'
import { DataTable, TableState } from '#web/ui/data-table.tsx'
import { Deferred } from '#web/ui/deferred.tsx'
import { useImportServiceModels, useServiceModels } from '../api/use-service-models.ts'
import { changeWords, lookOf, problemWords, unitsOf, WORK } from './model-words.ts'
import { ServiceModelActions } from './service-model-actions.tsx'
import classes from './service-models.module.css'

const loadDialog = () =>
  import('./service-model-dialog.tsx').then(({ ServiceModelDialog }) => ServiceModelDialog)

function State({ model }: { model: ServiceModel }) {
  const { changes, problems, looked_at: looked } = model
  const notes = [
    ...changes.map(changeWords),
    ...problems.map(problemWords),
    ...(looked === null ? ['Its service has not been asked yet.'] : [`Seen ${formatTime(looked)}`]),
  ]
  return (
    <Noted note={notes.join(' ')}>
      <StateBadge look={lookOf(model)} />
    </Noted>
  )
}

function Trial({ model: { trial, entry } }: { model: ServiceModel }) {
  if (trial.image !== null)
    return <img className={classes.trial} src={trial.image} alt={`Made by ${entry.name}`} />
  const words = {
    none: 'Not tried yet',
    wanted: 'Waiting',
    running: 'Being tried',
    made: entry.does === 'video' ? 'Made a video' : 'Made an image',
    failed: 'Failed',
  }
  return <Noted note={trial.problem}>{words[trial.state]}</Noted>
}

function priceOf({ entry: { does, credits } }: ServiceModel): string {
  if (does === 'remove_background' || does === 'upscale') return 'As the price list says'
  const words = credits === 1 ? '1 credit' : `${formatNumber(credits)} credits`
  return does === 'video' ? `${words} a second` : words
}

/** The models that were added to one service, and what can be done with them. */
export function ServiceModels({ engine: { id, name } }: { engine: AdminEngine }) {
  const models = useServiceModels(id)
  const take = useImportServiceModels(id)
  const [changed, setChanged] = useState<ServiceModel | 'new' | null>(null)

  async function importFile(file: File | null): Promise<void> {
    if (!file) return
    const text = await file.text()
    try {
      const { added, skipped } = await take.mutateAsync(JSON.parse(text) as ServiceModelFile)
      const left = skipped.length > 0 ? ` Left as they are: ${skipped.join(', ')}.` : ''
      notifications.show({ message: `Added as drafts: ${added.length}.${left}` })
    } catch (error) {
      // What the server refuses is told by the call itself.
      if (error instanceof SyntaxError)
        notifications.show({ color: 'red', message: 'This file is not JSON.' })
    }
  }

  return (
    <section>
      <div className={classes.head}>
        <Title order={2} fz="lg">
          Models added to {name}
        </Title>
        <Group gap="xs">
          <Button size="compact-sm" onClick={() => setChanged('new')}>
            Add a model
          </Button>
          <Button
            variant="default"
            size="compact-sm"
            component="a"
            href={api.adminServiceModels.export.path.replace(':id', encodeURIComponent(id))}
            download={`${id}-models.json`}
          >
            Export
          </Button>
          <FileButton accept="application/json" onChange={(file) => void importFile(file)}>
            {(props) => (
              <Button {...props} variant="default" size="compact-sm" loading={take.isPending}>
                Import
              </Button>
            )}
          </FileButton>
        </Group>
      </div>
      {models.data ? (
        <DataTable
          label={`Models added to ${name}`}
          rows={models.data.results}
          keyOf={(model) => model.id}
          empty={
            <Text c="dimmed" size="sm">
              None yet. Any model of the service can be added by its id.
            </Text>
          }
          columns={[
            {
              title: 'Model',
              render: (model) => (
                <Noted note={model.entry.endpoint}>
                  <b>{model.entry.name}</b>
                </Noted>
              ),
            },
            { title: 'State', render: (model) => <State model={model} /> },
            { title: 'Does', render: ({ entry }) => WORK[entry.does] },
            {
              title: 'Price',
              render: (model) => (
                <Noted
                  note={`$${model.entry.cost.dollars} ${unitsOf(model.entry.does)[model.entry.cost.per]}`}
                >
                  {priceOf(model)}
                </Noted>
              ),
            },
            { title: 'Trial', render: (model) => <Trial model={model} /> },
            {
              title: 'Action',
              render: (model) => (
                <ServiceModelActions model={model} onChange={() => setChanged(model)} />
              ),
            },
          ]}
        />
      ) : (
        <TableState isError={models.isError} onRetry={() => void models.refetch()} />
      )}
      {changed !== null && (
        <Deferred
          load={loadDialog}
          props={{
            engine: id,
            name,
            model: changed === 'new' ? null : changed,
            onClose: () => setChanged(null),
          }}
        />
      )}
    </section>
  )
}
