import { Anchor, Button, Title } from '@mantine/core'
import { Link } from 'react-router'
import { pageOfFeature } from '#brands/index.ts'
import type { GridSummary } from '#contract/grids.ts'
import { axesOf } from '#contract/jobs/grid-axes.ts'
import { paths } from '#contract/paths.ts'
import { useAxisWords } from '#web/features/generate/grid/use-axis-words.ts'
import { formatTime } from '#web/lib/format.ts'
import { useSite } from '#web/lib/site.ts'
import { ListTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { useGrids } from '../api/use-grids.ts'
import { sizeOf } from '../lib/size-of.ts'
import { useTexts } from '../texts.ts'
import classes from './grid.module.css'

/** Own grids, newest first. */
export function GridsPage() {
  const t = useTexts()
  const { has } = useSite()
  const { axisName } = useAxisWords()
  const grids = useGrids()
  const canDraw = has('text_to_image') && pageOfFeature('text_to_image') !== null
  return (
    <>
      <div className={classes.head}>
        <Title order={1}>{t('page.many')}</Title>
        <Anchor component={Link} to={paths.library.link()}>
          {t('list.library')}
        </Anchor>
      </div>
      <ListTable<GridSummary>
        list={grids}
        label={t('page.many')}
        error={t('list.failed')}
        loading={t('list.loading')}
        keyOf={({ id }) => id}
        columns={[
          {
            title: t('list.prompt'),
            kind: 'lead',
            render: ({ id, request }) => (
              <Anchor component={Link} to={paths.grid.link(id)} className={classes.clamped}>
                {request.prompt}
              </Anchor>
            ),
          },
          {
            title: t('list.settings'),
            render: (grid) =>
              axesOf(grid)
                .map(([, axis]) => axisName(axis))
                .join(', '),
          },
          { title: t('list.size'), render: sizeOf },
          {
            title: t('list.date'),
            kind: 'time',
            render: ({ created_at: at }) => formatTime(at),
          },
        ]}
        empty={
          <EmptyState
            picture="crown-3d-style"
            text={t('list.empty')}
            action={
              canDraw && (
                <Button component={Link} to={paths.textToImage.link()}>
                  {t('list.make')}
                </Button>
              )
            }
          />
        }
      />
    </>
  )
}
