import { Button, Group, Text, Title } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useCallback, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { pageOfFeature } from '#brands/index.ts'
import type { PredictionImage } from '#contract/prediction-images.ts'
import { MOST_IMAGES_AT_ONCE, TRASH_DAYS } from '#contract/values/prediction-images.ts'
import { paths } from '#contract/paths.ts'
import { useOwnViewer } from '#web/features/generate/stage/use-own-viewer.ts'
import { HistoryGrid } from '#web/features/gallery/components/history-grid.tsx'
import { ViewerHost } from '#web/features/gallery/components/viewer-host.tsx'
import { ResultHandlersContext } from '#web/features/gallery/lib/result-handlers.ts'
import type { TileOf } from '#web/features/gallery/lib/tile-of.ts'
import { useSite } from '#web/lib/site.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { useCollections, useLibrary } from '../api/use-library.ts'
import { useBulk } from '../use-bulk.ts'
import { useLibraryFilter, WIDE } from '../lib/use-library-filter.ts'
import { useSelection } from '../lib/use-selection.ts'
import { useTexts } from '../texts.ts'
import { LibraryToolbar } from './library-toolbar.tsx'
import { SelectableTile } from './selectable-tile.tsx'
import classes from './library.module.css'

// What opens menus and dialogs comes when there is something to do with it.
const loadBar = () => import('./selection-bar.tsx').then(({ SelectionBar }) => SelectionBar)
const loadCollectionMenu = () =>
  import('./collection-menu.tsx').then(({ CollectionMenu }) => CollectionMenu)

const loadRail = () => import('./day-rail.tsx').then(({ DayRail }) => DayRail)
const loadDragging = () => import('./dragging.tsx').then(({ Dragging }) => Dragging)

const NO_COLLECTIONS: never[] = []

/** All images of a person: found, sorted into collections, downloaded, deleted and brought back. */
export function LibraryPage() {
  const t = useTexts()
  const { has } = useSite()
  const { filter, isNarrowed, change } = useLibraryFilter()
  const list = useLibrary(filter)
  const { data: known } = useCollections()
  const collections = known?.results ?? NO_COLLECTIONS
  const opened = collections.find(({ id }) => id === filter.collection)
  const shown = useMemo(() => list.cells.map(({ id }) => id), [list.cells])
  const selection = useSelection(shown, MOST_IMAGES_AT_ONCE)
  const { isOn, ids, start, stop, toggle } = selection
  const bulk = useBulk(stop)
  const viewer = useOwnViewer([...list.items.values()])
  useHotkeys([
    ['Escape', stop],
    ['mod+A', () => isOn && selection.set(shown)],
  ])

  const isTrash = filter.place === 'trash'
  // Undefined until something is dragged for the first time.
  const [dragged, setDragged] = useState<string | null>()
  const { open } = viewer
  const onOpen = useCallback(
    (image: PredictionImage) => (isTrash ? start(image.id) : open(image)),
    [isTrash, start, open],
  )
  const tile: TileOf<PredictionImage> = useCallback(
    (image, _, sizes) => (
      <SelectableTile
        image={image}
        sizes={sizes}
        selected={isOn ? ids.has(image.id) : null}
        onOpen={onOpen}
        onStart={start}
        onToggle={toggle}
        onDrag={isTrash ? null : setDragged}
      />
    ),
    [isOn, ids, isTrash, onOpen, start, toggle],
  )
  const isEmpty = !list.isPending && !list.isError && !list.hasMore && list.cells.length === 0

  return (
    <ResultHandlersContext value={viewer.handlers}>
      <div className={classes.head}>
        <Title order={1}>{opened?.name ?? t('page.title')}</Title>
        <Group gap="xs">
          {has('explore_images') && (
            <Button
              component={Link}
              variant="subtle"
              to={paths.exploreFavorites.link(opened ? { collection: opened.id } : {})}
            >
              {t('page.fromExplore')}
            </Button>
          )}
          <Button component={Link} variant="subtle" to={paths.grids.link()}>
            {t('page.grids')}
          </Button>
          {opened && (
            <Deferred
              key={opened.id}
              load={loadCollectionMenu}
              props={{ collection: opened, onRemoved: () => change({ collection: '' }) }}
            />
          )}
          <Button
            variant="default"
            aria-pressed={isOn}
            disabled={!isOn && list.cells.length === 0}
            onClick={() => (isOn ? stop() : start())}
          >
            {t(isOn ? 'filter.selectDone' : 'filter.select')}
          </Button>
        </Group>
      </div>
      <LibraryToolbar
        filter={filter}
        collections={collections}
        onChange={(part) => {
          stop()
          change(part)
        }}
      />
      {isTrash && !isEmpty && (
        <Text size="sm" c="dimmed" mb="sm">
          {t('page.trashNote', { days: TRASH_DAYS })}
        </Text>
      )}
      {isEmpty ? (
        <Empty
          place={filter.collection === '' ? filter.place : 'collection'}
          isNarrowed={isNarrowed}
          onClear={() => change(WIDE)}
        />
      ) : (
        <div className={classes.list}>
          <div>
            <HistoryGrid
              list={list}
              hidden={viewer.deleted}
              followed={viewer.image?.id ?? null}
              onOpen={onOpen}
              tile={tile}
            />
          </div>
          <Deferred
            load={loadRail}
            props={{ filter, onPick: (to: string) => change({ to }, false) }}
          />
        </div>
      )}
      {dragged !== undefined && (
        <Deferred load={loadDragging} props={{ ids: together(dragged, ids), collections, bulk }} />
      )}
      {isOn && <Deferred load={loadBar} props={{ selection, shown, filter, collections, bulk }} />}
      <ViewerHost viewer={viewer} />
    </ResultHandlersContext>
  )
}

/** What is dragged with an image: all that is selected, if it is. */
const together = (dragged: string | null, selected: ReadonlySet<string>): string[] => {
  if (dragged === null) return []
  return selected.has(dragged) ? [...selected] : [dragged]
}

function Empty({
  place,
  isNarrowed,
  onClear,
}: {
  place: 'all' | 'favorites' | 'trash' | 'collection'
  isNarrowed: boolean
  onClear(): void
}) {
  const t = useTexts()
  const { has } = useSite()
  if (isNarrowed) {
    return (
      <EmptyState
        text={t('page.nothingFound')}
        action={
          <Button variant="default" onClick={onClear}>
            {t('page.clear')}
          </Button>
        }
      />
    )
  }
  const text = {
    all: t('page.empty'),
    favorites: t('page.favoritesEmpty'),
    trash: t('page.trashEmpty', { days: TRASH_DAYS }),
    collection: t('page.collectionEmpty'),
  }[place]
  const canDraw = has('text_to_image') && pageOfFeature('text_to_image') !== null
  return (
    <EmptyState
      picture="red-fox-3d-style"
      text={text}
      action={
        place === 'all' &&
        canDraw && (
          <Button component={Link} to={paths.textToImage.link()}>
            {t('page.make')}
          </Button>
        )
      }
    />
  )
}
