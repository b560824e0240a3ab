import { Anchor, Button, Title } from '@mantine/core'
import { Link, useSearchParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { useCollections, useFavorites } from '../api/use-favorites.ts'
import { useFilters } from '../lib/use-filters.ts'
import { useTexts } from '../texts.ts'
import classes from './explore.module.css'
import { ImageMasonry, WaitingMasonry } from './image-masonry.tsx'
import { LoadMore } from './load-more.tsx'

/** Images of others that the viewer keeps, of all collections or of the one in the address. */
export function FavoritesPage() {
  const t = useTexts()
  const [search] = useSearchParams()
  const [, change] = useFilters()
  const collection = search.get('collection') ?? ''
  const { data: own } = useCollections(true)
  return (
    <>
      <Anchor component={Link} to={paths.library.link()} size="sm" display="inline-block" mb="sm">
        {t('favorites.library')}
      </Anchor>
      <Title order={1} mb="md">
        {t('favorites.title')}
      </Title>
      {own && own.results.length > 0 && (
        <div className={classes.filters}>
          <NativeSelect
            label={t('favorite.collection')}
            value={collection}
            data={[
              { value: '', label: t('favorites.all') },
              ...own.results.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={({ currentTarget: { value } }) => change('collection', value)}
          />
        </div>
      )}
      <Kept key={collection} collection={collection} />
    </>
  )
}

function Kept({ collection }: { collection: string }) {
  const t = useTexts()
  const feed = useFavorites(collection)
  const images = feed.data?.pages.flatMap(({ results }) => results)
  if (feed.isError && !images)
    return <ErrorState what={t('images.failed')} onRetry={() => void feed.refetch()} />
  if (!images) return <WaitingMasonry />
  if (images.length === 0)
    return (
      <EmptyState
        picture="red-heart-3d-style-on-pink-background"
        text={t('favorites.empty')}
        action={
          <Button component={Link} to={paths.exploreImages.link()} variant="default">
            {t('images.title')}
          </Button>
        }
      />
    )
  return (
    <>
      <ImageMasonry images={images} label={t('favorites.title')} isFirst />
      <LoadMore pages={feed} />
    </>
  )
}
