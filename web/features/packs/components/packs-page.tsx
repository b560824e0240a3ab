import { Button, Group, Skeleton, Text, TextInput, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { PackKind } from '#contract/packs.ts'
import { PACK_SUBJECTS } from '#contract/values/packs.ts'
import { useSession } from '#web/lib/session.ts'
import { Segments } from '#web/ui/segments.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { EVERYTHING, type PackFilter, usePacks } from '../api/use-packs.ts'
import { pagesOf } from '../lib/kinds.ts'
import { useTexts } from '../texts.ts'
import { PackCard } from './pack-card.tsx'
import classes from './packs.module.css'

const TYPING_MS = 300
const PLACES = [0, 1, 2, 3, 4, 5]
const SHOWN = ['published', 'favorites', 'mine', 'offered'] as const

/** All packs of a kind, narrowed. */
export function PacksPage({ kind }: { kind: PackKind }) {
  const t = useTexts()
  const { me } = useSession()
  const pages = pagesOf(kind)
  const [search, setSearch] = useSearchParams()
  const show = SHOWN.find((one) => one === search.get('show')) ?? 'published'
  const [rest, setRest] = useState(EVERYTHING)
  const [settled] = useDebouncedValue(rest, TYPING_MS)
  const filter = { ...settled, show }
  const packs = usePacks(kind, filter)
  const all = packs.data?.pages.flatMap(({ results }) => results)
  const isSignedIn = Boolean(me?.email)
  return (
    <>
      <div className={classes.head}>
        <div>
          <Title order={1}>{t(`list.title.${kind}`)}</Title>
          <Text c="dimmed" mt="xs">
            {t(`list.intro.${kind}`)}
          </Text>
        </div>
        <Group gap="sm">
          {isSignedIn && (
            <Button component={Link} to={pages.mine.link()} variant="default">
              {t('list.mine')}
            </Button>
          )}
          {/* Most people come to use a pack, so making one is not the main button. */}
          <Button component={Link} to={pages.create.link()} variant="default">
            {t('list.create')}
          </Button>
        </Group>
      </div>
      {isSignedIn && (
        <Segments
          className={classes.shown}
          aria-label={t('filter.show')}
          value={show}
          data={SHOWN.filter((one) => one !== 'offered' || me?.is_staff || me?.is_admin).map(
            (value) => ({
              value,
              label: t(`filter.show.${value}`),
            }),
          )}
          onChange={(value) =>
            setSearch(value === 'published' ? {} : { show: value }, {
              replace: true,
              preventScrollReset: true,
            })
          }
        />
      )}
      <Filters kind={kind} filter={rest} onChange={setRest} />
      {packs.isError && !all && (
        <ErrorState what={t('list.failed')} onRetry={() => void packs.refetch()} />
      )}
      {packs.isPending && (
        <ul className={classes.list} aria-hidden="true">
          {PLACES.map((place) => (
            <li key={place}>
              <Skeleton h={300} radius={16} />
            </li>
          ))}
        </ul>
      )}
      {all?.length === 0 && (
        <EmptyState
          picture="two-penguins-in-the-snow-flat-style"
          text={t(`list.empty.${show}`)}
          action={
            show === 'mine' ? (
              <Button component={Link} to={pages.create.link()} variant="default">
                {t('list.create')}
              </Button>
            ) : undefined
          }
        />
      )}
      {all && all.length > 0 && (
        <ul className={classes.list} aria-label={t(`list.title.${kind}`)}>
          {all.map((pack) => (
            <PackCard key={pack.id} pack={pack} isSignedIn={isSignedIn} />
          ))}
        </ul>
      )}
      {packs.hasNextPage && (
        <Button
          mt="md"
          variant="default"
          loading={packs.isFetchingNextPage}
          onClick={() => void packs.fetchNextPage()}
        >
          {t('list.more')}
        </Button>
      )}
    </>
  )
}

function Filters({
  kind,
  filter,
  onChange,
}: {
  kind: PackKind
  filter: PackFilter
  onChange(filter: PackFilter): void
}) {
  const t = useTexts()
  return (
    <Group role="search" aria-label={t('filter.label')} mb="md" align="flex-end">
      <TextInput
        type="search"
        className={classes.search}
        label={t('filter.search')}
        value={filter.search}
        maxLength={100}
        onChange={({ currentTarget }) => onChange({ ...filter, search: currentTarget.value })}
      />
      {kind === 'photo' && (
        <NativeSelect
          label={t('filter.subject')}
          value={filter.subject}
          data={[
            { value: '', label: t('filter.anySubject') },
            ...PACK_SUBJECTS.map((value) => ({ value, label: t(`subject.${value}`) })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...filter, subject: PACK_SUBJECTS.find((one) => one === value) ?? '' })
          }
        />
      )}
      <NativeSelect
        label={t('filter.sort')}
        value={filter.sort}
        data={(['popular', 'new'] as const).map((value) => ({
          value,
          label: t(`filter.sort.${value}`),
        }))}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...filter, sort: value === 'new' ? 'new' : 'popular' })
        }
      />
    </Group>
  )
}
