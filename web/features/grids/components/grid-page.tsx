import {
  Anchor,
  Button,
  Progress,
  Skeleton,
  Tabs,
  Text,
  Title,
  VisuallyHidden,
} from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Grid } from '#contract/grids.ts'
import { api } from '#web/lib/api.ts'
import { paths } from '#contract/paths.ts'
import { useAxisWords } from '#web/features/generate/grid/use-axis-words.ts'
import { useOwnViewer } from '#web/features/generate/stage/use-own-viewer.ts'
import { ViewerHost } from '#web/features/gallery/components/viewer-host.tsx'
import { ResultHandlersContext } from '#web/features/gallery/lib/result-handlers.ts'
import { formatCredits, formatTime } from '#web/lib/format.ts'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { isOpen, useCancelGrid, useGrid, usePutImage } from '../api/use-grids.ts'
import { sizeOf } from '../lib/size-of.ts'
import { useTexts } from '../texts.ts'
import { GridTable } from './grid-table.tsx'
import classes from './grid.module.css'

/** A grid: every combination of its axes in its place, and what can be done with all of them. */
export function GridPage({ id }: { id: string }) {
  const t = useTexts()
  const { data: grid, isError, refetch } = useGrid(id)
  if (grid) return <GridView grid={grid} />
  return (
    <>
      <Title order={1}>{t('page.one')}</Title>
      {grid === null && (
        <EmptyState
          text={t('page.missing')}
          action={
            <Button component={Link} variant="default" to={paths.grids.link()}>
              {t('page.all')}
            </Button>
          }
        />
      )}
      {grid === undefined && isError && (
        <ErrorState what={t('page.failed')} onRetry={() => void refetch()} />
      )}
      {grid === undefined && !isError && (
        <Skeleton height={360} mt="md" radius="lg" role="status" aria-label={t('page.loading')} />
      )}
    </>
  )
}

function GridView({ grid }: { grid: Grid }) {
  const t = useTexts()
  const { axisName, valueNames } = useAxisWords()
  const { id, cells, z } = grid
  const viewer = useOwnViewer(
    cells.flatMap(({ image }) => (image === null ? [] : [image])),
    usePutImage(id),
  )
  const [sheet, setSheet] = useState(0)
  const table = <GridTable grid={grid} sheet={sheet} hidden={viewer.deleted} onOpen={viewer.open} />
  return (
    <ResultHandlersContext value={viewer.handlers}>
      <div className={classes.head}>
        <Title order={1}>{t('page.title', { sizes: sizeOf(grid) })}</Title>
        <Anchor component={Link} to={paths.grids.link()}>
          {t('page.all')}
        </Anchor>
      </div>
      <Text className={classes.prompt}>{grid.request.prompt}</Text>
      <Text size="sm" c="dimmed">
        {formatTime(grid.created_at)}
      </Text>
      <GridState grid={grid} />
      {z === null ? (
        table
      ) : (
        <Tabs value={String(sheet)} onChange={(value) => setSheet(Number(value))}>
          <Tabs.List className={classes.tabs} aria-label={axisName(z)}>
            {valueNames(z).map((value, at) => (
              <Tabs.Tab key={value} value={String(at)} className={classes.tab}>
                {t('page.tab', { axis: axisName(z), value })}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value={String(sheet)} pt="md">
            {table}
          </Tabs.Panel>
        </Tabs>
      )}
      <ViewerHost viewer={viewer} />
    </ResultHandlersContext>
  )
}

/** How far it is, what it came to, and what can be done with all of it. */
function GridState({ grid: { id, cells, cost } }: { grid: Grid }) {
  const t = useTexts()
  const cancel = useCancelGrid(id)
  const count = cells.length
  const open = cells.filter(isOpen).length
  const done = cells.filter(({ status }) => status === 'S').length
  const isOver = open === 0
  const returned = cost.quoted - cost.captured
  return (
    <>
      <Text size="sm" fw={700} mt="sm" className="tabular">
        {t('state.done', { done, count })}
        {isOver && `, ${formatCredits(cost.captured)}`}
        {isOver &&
          returned > 0 &&
          ` (${t('state.returned', { credits: formatCredits(returned) })})`}
      </Text>
      <VisuallyHidden>
        <div role="status">{isOver && t('state.finished', { done, count })}</div>
      </VisuallyHidden>
      {!isOver && (
        <Progress
          value={(100 * (count - open)) / count}
          size={4}
          radius="xl"
          mt={8}
          aria-label={t('state.progress')}
        />
      )}
      <div className={classes.actions}>
        {done > 0 && (
          <>
            <Button
              component="a"
              href={api.grids.sheet.path.replace(':id', id)}
              download
              mih={44}
              leftSection={<IconDownload size={18} />}
            >
              {t('state.sheet')}
            </Button>
            <Button
              component="a"
              href={api.inferenceJobs.zipBatch.path.replace(':id', id)}
              download
              variant="default"
              mih={44}
            >
              {t('state.zip')}
            </Button>
          </>
        )}
        {!isOver && (
          <Button
            variant="default"
            mih={44}
            loading={cancel.isPending}
            onClick={() => cancel.mutate()}
          >
            {t('state.cancel')}
          </Button>
        )}
      </div>
    </>
  )
}
