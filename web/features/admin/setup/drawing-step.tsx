import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { TableState } from '#web/ui/data-table.tsx'
import { Deferred } from '#web/ui/deferred.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { SmallButton } from '#web/ui/small-button.tsx'
import { useEngines, useTestEngine } from '../api/use-engines.ts'
import { useModels } from '../api/use-models.ts'
import { AddModelDialog, modelSize, shortTime } from '../add/add-model-dialog.tsx'
import classes from './setup.module.css'
import type { StepProps } from './step-props.ts'
import { useTexts } from './texts.ts'

const loadAddDialog = () =>
  import('../add/add-engine-dialog.tsx').then(({ AddEngineDialog }) => AddEngineDialog)

const WAYS = ['illustrations', 'model', 'address', 'key'] as const
type Way = (typeof WAYS)[number]

/** The first model of the catalogue for this machine, and how far one that is on its way has come. */
function ModelWay() {
  const t = useTexts()
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
          {t('offer', {
            name: offer.name,
            purpose: offer.purpose,
            download: offer.download_gb,
            memory: offer.memory_gb,
            timed: offer.seconds === null ? 'no' : 'yes',
            time: offer.seconds === null ? '' : shortTime(offer.seconds),
            licenses: offer.licences.map(({ name, of }) => `${name} (${of})`).join(', '),
          })}
          {!offer.commercial && ` ${t('offer.notCommercial')}`}
        </Text>
      )}
      {download && (
        <div>
          <Text size="sm" role="status">
            {download.total === null
              ? t('download', { model: download.id, done: modelSize(download.done) })
              : t('download.of', {
                  model: download.id,
                  done: modelSize(download.done),
                  total: modelSize(download.total),
                })}
          </Text>
          <Progress
            value={download.total === null ? 0 : (100 * download.done) / download.total}
            aria-label={t('download.label')}
          />
        </div>
      )}
      {!download && failed && (
        <Text c="red">
          {failed.problem === null
            ? t('download.failed', { model: failed.id })
            : `${failed.id}: ${failed.problem}`}
        </Text>
      )}
      <Group>
        {isHere ? (
          <Text>{t('here')}</Text>
        ) : (
          <Button
            variant="default"
            onClick={() => setAdding(true)}
            disabled={download !== undefined || offer === undefined}
          >
            {t('fetch')}
          </Button>
        )}
        <Link to={paths.adminModels.link()}>{t('otherModels')}</Link>
      </Group>
      {isAdding && offer && (
        <AddModelDialog first={offer.source} onClose={() => setAdding(false)} />
      )}
    </Stack>
  )
}

/** Engines elsewhere, each with a button that asks it what it has. */
function EngineWay({ needs }: { needs: 'address' | 'key' }) {
  const t = useTexts()
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
          <SmallButton
            loading={test.isPending && test.variables === id}
            onClick={() => test.mutate(id)}
            aria-label={t('testEngine', { name })}
          >
            {t('test')}
          </SmallButton>
          {test.variables === id && test.data && (
            <Text role="status" c={test.data.ok ? undefined : 'red'}>
              {test.data.message}
            </Text>
          )}
        </Group>
      ))}
      <Group>
        <Button variant="default" onClick={() => setAdding(true)}>
          {t(needs === 'address' ? 'addServer' : 'addService')}
        </Button>
        {added.length > 0 && <Link to={paths.adminEngines.link()}>{t('changeEngines')}</Link>}
      </Group>
      {isAdding && (
        <Deferred load={loadAddDialog} props={{ kinds, onClose: () => setAdding(false) }} />
      )}
    </Stack>
  )
}

/** What makes images: what is there already, a model, a server or a service. */
export function DrawingStep({ onDone, skip }: StepProps) {
  const t = useTexts()
  const [way, setWay] = useState<Way>('illustrations')
  return (
    <Stack>
      <Segments<Way>
        aria-label={t('step.drawing')}
        value={way}
        data={WAYS.map((value) => ({ value, label: t(`way.${value}`) }))}
        onChange={setWay}
        className={classes.ways}
      />
      {way === 'illustrations' && <Text>{t('illustrations')}</Text>}
      {way === 'model' && <ModelWay />}
      {(way === 'address' || way === 'key') && <EngineWay key={way} needs={way} />}
      <Group>
        <Button onClick={onDone}>{t('goOn')}</Button>
        {skip}
      </Group>
    </Stack>
  )
}
