import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { TableState } from '#web/ui/data-table.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { useEngines, useTestEngine } from '../api/use-engines.ts'
import { useModels } from '../api/use-models.ts'
import { AddEngineDialog } from '../components/add-engine-dialog.tsx'
import { AddModelDialog, gigabytes, shortTime } from '../components/add-model-dialog.tsx'
import type { StepProps } from './step-props.ts'

const WAYS = [
  { value: 'illustrations', label: 'Illustrations' },
  { value: 'model', label: 'A model here' },
  { value: 'address', label: 'A server' },
  { value: 'key', label: 'A service' },
] as const
type Way = (typeof WAYS)[number]['value']

/** The first model of the catalogue for this machine, and how far one that is on its way has come. */
function ModelWay() {
  const models = useModels()
  const [isAdding, setAdding] = useState(false)
  const { data } = models
  if (!data) return <TableState isError={models.isError} onRetry={() => void models.refetch()} />
  const [offer] = data.catalogue
  const download = data.downloads.find(({ state }) => state === 'queued' || state === 'running')
  const failed = data.downloads.find(({ state }) => state === 'failed')
  const isHere = offer !== undefined && data.results.some(({ id }) => id === offer.id)
  return (
    <Stack>
      {offer && (
        <Text>
          {offer.name}: {offer.purpose}. {offer.download_gb} GB to fetch, {offer.memory_gb} GB of
          memory{offer.seconds !== null && `, about ${shortTime(offer.seconds)} an image here`}.
          License: {offer.licences.map(({ name, of }) => `${name} (${of})`).join(', ')}
          {!offer.commercial && ', not for commercial use'}.
        </Text>
      )}
      {download && (
        <div>
          <Text size="sm" role="status">
            {download.id} is being fetched: {gigabytes(download.done)}
            {download.total !== null && ` of ${gigabytes(download.total)}`}. It goes on in the
            background.
          </Text>
          <Progress
            value={download.total === null ? 0 : (100 * download.done) / download.total}
            aria-label="Fetched so far"
          />
        </div>
      )}
      {!download && failed && (
        <Text c="red">{`${failed.id}: ${failed.problem ?? 'it failed'}`}</Text>
      )}
      <Group>
        {isHere ? (
          <Text>It is here.</Text>
        ) : (
          <Button
            variant="default"
            onClick={() => setAdding(true)}
            disabled={download !== undefined || offer === undefined}
          >
            Fetch it
          </Button>
        )}
        <Link to={paths.adminModels.link()}>Other models</Link>
      </Group>
      {isAdding && offer && (
        <AddModelDialog first={offer.source} onClose={() => setAdding(false)} />
      )}
    </Stack>
  )
}

/** Engines elsewhere, each with a button that asks it what it has. */
function EngineWay({ needs }: { needs: 'address' | 'key' }) {
  const engines = useEngines()
  const test = useTestEngine()
  const [isAdding, setAdding] = useState(false)
  const { data } = engines
  if (!data) return <TableState isError={engines.isError} onRetry={() => void engines.refetch()} />
  const kinds = data.kinds.filter((kind) => kind.needs === needs)
  const added = data.results.filter(({ kind }) => kinds.some((one) => one.kind === kind))
  return (
    <Stack>
      {added.map(({ id, name }) => (
        <Group key={id}>
          <Text>{name}</Text>
          <Button
            variant="default"
            size="compact-sm"
            loading={test.isPending && test.variables === id}
            onClick={() => test.mutate(id)}
            aria-label={`Test ${name}`}
          >
            Test
          </Button>
          {test.variables === id && test.data && <Text role="status">{test.data.message}</Text>}
        </Group>
      ))}
      <Group>
        <Button variant="default" onClick={() => setAdding(true)}>
          {needs === 'address' ? 'Add a server' : 'Add a service'}
        </Button>
      </Group>
      {isAdding && <AddEngineDialog kinds={kinds} onClose={() => setAdding(false)} />}
    </Stack>
  )
}

/** What makes images: what is there already, a model, a server or a service. */
export function DrawingStep({ onDone, skip }: StepProps) {
  const [way, setWay] = useState<Way>('illustrations')
  return (
    <Stack>
      <Segments<Way> aria-label="How it makes images" value={way} data={WAYS} onChange={setWay} />
      {way === 'illustrations' && (
        <Text>
          The model that comes with the program makes small illustrations on this machine, with no
          download. It does not do photos.
        </Text>
      )}
      {way === 'model' && <ModelWay />}
      {(way === 'address' || way === 'key') && <EngineWay key={way} needs={way} />}
      <Group>
        <Button onClick={onDone}>Go on</Button>
        {skip}
      </Group>
    </Stack>
  )
}
