import { Button } from '@mantine/core'
import { Link, useSearchParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { MODEL_TYPES } from '#contract/values/model-types.ts'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { type ModelFeed, useModels } from '../api/use-models.ts'
import { MODEL_ORDERS, modelQueryOf } from '../lib/feed-query.ts'
import { useFilters } from '../lib/use-filters.ts'
import { useTexts } from '../texts.ts'
import { ChosenFilter } from './chosen-filter.tsx'
import classes from './explore.module.css'
import { ExploreHead } from './explore-head.tsx'
import { LoadMore } from './load-more.tsx'
import { ModelCards, WaitingCards } from './model-cards.tsx'

const ALONE = ['tag', 'creator', 'q'] as const

/** Models that people published, narrowed by the address. */
export function ModelsPage({ first }: { first: ModelFeed }) {
  const t = useTexts()
  const [search] = useSearchParams()
  const query = modelQueryOf(search)
  return (
    <>
      <ExploreHead
        title={t('models.title')}
        action={
          <Button component={Link} to={paths.createModel.link()} variant="default">
            {t('publish.link')}
          </Button>
        }
      />
      <Filters first={first} />
      <Feed key={JSON.stringify(query)} query={query} first={first} />
    </>
  )
}

function Feed({ query, first }: { query: ReturnType<typeof modelQueryOf>; first: ModelFeed }) {
  const t = useTexts()
  const feed = useModels(query, first)
  const models = feed.data?.pages.flatMap(({ results }) => results)
  if (feed.isError && !models)
    return <ErrorState what={t('models.failed')} onRetry={() => void feed.refetch()} />
  if (!models) return <WaitingCards />
  if (models.length === 0 && Object.keys(query).length === 0)
    return <EmptyState picture="rocket-3d-style-on-sky-background" text={t('models.none')} />
  if (models.length === 0)
    return (
      <EmptyState
        text={t('models.empty')}
        action={
          <Button component={Link} to={paths.exploreModels.link()} variant="default">
            {t('models.showAll')}
          </Button>
        }
      />
    )
  return (
    <>
      <ModelCards models={models} label={t('models.title')} />
      <LoadMore pages={feed} />
    </>
  )
}

function Filters({ first }: { first: ModelFeed }) {
  const t = useTexts()
  const [search, change] = useFilters()
  const query = modelQueryOf(search)
  const { sort = '-created_at', type = '', base_model: base } = query
  const bases = new Set(first.results.map((model) => model.base_model))
  if (base !== undefined) bases.add(base)
  const alone = ALONE.find((name) => query[name] !== undefined)
  return (
    <div role="group" className={classes.filters} aria-label={t('filter.label')}>
      <NativeSelect
        label={t('filter.sort')}
        value={sort}
        data={MODEL_ORDERS.map((value) => ({ value, label: t(`sort.${value}`) }))}
        onChange={({ currentTarget: { value } }) =>
          change('sort', value === '-created_at' ? '' : value)
        }
      />
      <NativeSelect
        label={t('filter.type')}
        value={type}
        data={[
          { value: '', label: t('filter.anyType') },
          ...MODEL_TYPES.map((value) => ({ value, label: t(`type.${value}`) })),
        ]}
        onChange={({ currentTarget: { value } }) => change('type', value, ALONE)}
      />
      {bases.size > 0 && (
        <NativeSelect
          label={t('filter.base')}
          value={base ?? ''}
          data={[
            { value: '', label: t('filter.anyBase') },
            ...[...bases].toSorted().map((name) => ({ value: name, label: name })),
          ]}
          onChange={({ currentTarget: { value } }) => change('base_model', value, ALONE)}
        />
      )}
      {alone && (
        <ChosenFilter
          label={t(`chosen.${alone}`, { value: query[alone] ?? '' })}
          onClear={() => change(alone, '', ALONE)}
        />
      )}
    </div>
  )
}
