import { Alert, Button, Skeleton, Text, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useSession } from '#web/lib/session.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import {
  NO_FILTER,
  useLiveStudios,
  usePublicStudios,
  useReceipt,
  useStudios,
} from '../api/use-studios.ts'
import { useTexts } from '../texts.ts'
import { StudioCard } from './studio-card.tsx'
import classes from './studios.module.css'

const TYPING_MS = 300
const PLACES = [0, 1, 2]
const loadFilters = () => import('./studio-filters.tsx').then(({ StudioFilters }) => StudioFilters)

const loadShared = () =>
  import('../sharing/shared-with-me.tsx').then(({ SharedWithMe }) => SharedWithMe)

/** Own studios, models that others share, and studios that everybody may see. */
export function StudiosPage() {
  const t = useTexts()
  const { me } = useSession()
  const [filter, setFilter] = useState(NO_FILTER)
  const [shown] = useDebouncedValue(filter, TYPING_MS)
  const [search, setSearch] = useSearchParams()
  const receipt = search.get('receipt')
  const studios = useStudios(shown)
  useLiveStudios()
  const all = studios.data?.pages.flatMap(({ results }) => results)
  const showReceipt = (id: string | null) =>
    setSearch(id === null ? {} : { receipt: id }, { replace: true, preventScrollReset: true })
  return (
    <>
      <div className={classes.head}>
        <div>
          <Title order={1}>{t('list.title')}</Title>
          <Text c="dimmed">{t('list.intro')}</Text>
        </div>
        <Button component={Link} to={paths.createStudio.link()}>
          {t('list.create')}
        </Button>
      </div>
      {receipt !== null && <Receipt id={receipt} onClose={() => showReceipt(null)} />}
      {me?.is_staff && <Deferred load={loadFilters} props={{ filter, onChange: setFilter }} />}
      {studios.isError && !all && (
        <ErrorState what={t('list.failed')} onRetry={() => void studios.refetch()} />
      )}
      {studios.isPending && (
        <div className={classes.list} aria-hidden="true">
          {PLACES.map((place) => (
            <Skeleton key={place} h={200} radius={12} />
          ))}
        </div>
      )}
      {all?.length === 0 && (
        <EmptyState
          picture="studio-bear"
          text={`${t('list.empty')} ${t(shown === NO_FILTER ? 'list.emptyHint' : 'list.noneMatch')}`}
        />
      )}
      {all && all.length > 0 && (
        <ul className={classes.list}>
          {all.map((studio) => (
            <StudioCard key={studio.id} studio={studio} heading={2} onDeleted={showReceipt} />
          ))}
        </ul>
      )}
      {studios.hasNextPage && (
        <Button
          mt="md"
          variant="default"
          loading={studios.isFetchingNextPage}
          onClick={() => void studios.fetchNextPage()}
        >
          {t('list.more')}
        </Button>
      )}
      <Deferred load={loadShared} props={{}} />
      <PublicStudios />
    </>
  )
}

/** What was removed with a studio. */
function Receipt({ id, onClose }: { id: string; onClose(): void }) {
  const t = useTexts()
  const { data } = useReceipt(id)
  if (!data) return null
  const { photos, samples, model, released, shares } = data
  return (
    <Alert
      role="status"
      color="green"
      mb="md"
      title={t('receipt.title')}
      icon={<IconCircleCheck aria-hidden />}
      withCloseButton
      closeButtonLabel={t('receipt.close')}
      onClose={onClose}
    >
      {t('receipt.text', { photos, samples })}
      {model !== null && ` ${t('receipt.model', { model })}`}
      {shares > 0 && ` ${t('receipt.shares', { shares })}`}
      {released > 0 && ` ${t('receipt.released', { credits: released })}`}
    </Alert>
  )
}

function PublicStudios() {
  const t = useTexts()
  const { data } = usePublicStudios()
  if (!data) return null
  return (
    <section aria-labelledby="public-studios">
      <Title order={2} id="public-studios" fz="lg" mt="xl" mb="md">
        {t('list.public')}
      </Title>
      {data.results.length === 0 ? (
        <Text c="dimmed">{t('list.publicEmpty')}</Text>
      ) : (
        <ul className={classes.list}>
          {data.results.map((studio) => (
            <StudioCard key={studio.id} studio={studio} heading={3} onDeleted={() => undefined} />
          ))}
        </ul>
      )}
    </section>
  )
}
