import { Button } from '@mantine/core'
import { Link, useSearchParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { type ImageFeed, useImages } from '../api/use-images.ts'
import {
  IMAGE_CHOICES,
  IMAGE_ORDERS,
  imageQueryOf,
  SHOWN_RATINGS,
  SPANS,
} from '../lib/feed-query.ts'
import { useFilters } from '../lib/use-filters.ts'
import { useTexts } from '../texts.ts'
import { ChosenFilter } from './chosen-filter.tsx'
import classes from './explore.module.css'
import { ExploreHead } from './explore-head.tsx'
import { ImageMasonry, WaitingMasonry } from './image-masonry.tsx'
import { LoadMore } from './load-more.tsx'

/** What people published, narrowed by the address. */
export function ImagesPage({ first }: { first: ImageFeed }) {
  const t = useTexts()
  const [search] = useSearchParams()
  const query = imageQueryOf(search)
  return (
    <>
      <ExploreHead title={t('images.title')} />
      <Filters />
      {/* A feed for each query: the first page belongs to the one that the address named. */}
      <Feed key={JSON.stringify(query)} query={query} first={first} />
    </>
  )
}

function Feed({ query, first }: { query: ReturnType<typeof imageQueryOf>; first: ImageFeed }) {
  const t = useTexts()
  const feed = useImages(query, first)
  const images = feed.data?.pages.flatMap(({ results }) => results)
  if (feed.isError && !images)
    return <ErrorState what={t('images.failed')} onRetry={() => void feed.refetch()} />
  if (!images) return <WaitingMasonry />
  if (images.length === 0 && Object.keys(query).length === 0)
    return <EmptyState picture="rocket-3d-style-on-sky-background" text={t('images.none')} />
  if (images.length === 0)
    return (
      <EmptyState
        text={t('images.empty')}
        action={
          <Button component={Link} to={paths.exploreImages.link()} variant="default">
            {t('images.showAll')}
          </Button>
        }
      />
    )
  return (
    <>
      <ImageMasonry images={images} label={t('images.title')} isFirst />
      <LoadMore pages={feed} />
    </>
  )
}

function Filters() {
  const t = useTexts()
  const [search, change] = useFilters()
  const query = imageQueryOf(search)
  const { sort = '-created_at', period = 'all', rating = '' } = query
  const chosen = IMAGE_CHOICES.find((name) => query[name] !== undefined)
  return (
    <div role="group" className={classes.filters} aria-label={t('filter.label')}>
      <NativeSelect
        label={t('filter.sort')}
        value={sort}
        data={IMAGE_ORDERS.map((value) => ({ value, label: t(`sort.${value}`) }))}
        onChange={({ currentTarget: { value } }) =>
          change('sort', value === '-created_at' ? '' : value)
        }
      />
      <NativeSelect
        label={t('filter.period')}
        value={period}
        data={SPANS.map((value) => ({ value, label: t(`period.${value}`) }))}
        onChange={({ currentTarget: { value } }) => change('period', value === 'all' ? '' : value)}
      />
      <NativeSelect
        label={t('filter.rating')}
        value={rating}
        data={[
          { value: '', label: t('filter.anyRating') },
          ...SHOWN_RATINGS.map((value) => ({ value, label: t(`rating.${value}`) })),
        ]}
        onChange={({ currentTarget: { value } }) => change('rating', value)}
      />
      {chosen && (
        <ChosenFilter
          label={t(`chosen.${chosen}`, { value: query[chosen] ?? '' })}
          onClear={() => change(chosen, '', IMAGE_CHOICES)}
        />
      )}
    </div>
  )
}
