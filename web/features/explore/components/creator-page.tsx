import { Button, Group, Text, Title } from '@mantine/core'
import type { CreatorProfile } from '#contract/community.ts'
import { useDialogs } from '#web/lib/dialogs.ts'
import { formatUtcDay } from '#web/lib/format.ts'
import { useSession } from '#web/lib/session.ts'
import { useSite } from '#web/lib/site.ts'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { useCreator, useRelate, useRelated } from '../api/use-creators.ts'
import { useImages } from '../api/use-images.ts'
import { useModels } from '../api/use-models.ts'
import { useTexts } from '../texts.ts'
import { CreatorPicture } from './creator-link.tsx'
import classes from './explore.module.css'
import { ImageMasonry, WaitingMasonry } from './image-masonry.tsx'
import { LoadMore } from './load-more.tsx'
import { ModelCards } from './model-cards.tsx'
import { ReportLink } from './report-link.tsx'
import { ShowAll } from './show-all.tsx'

/** Somebody with what they published. */
export function CreatorPage({ first }: { first: CreatorProfile }) {
  const t = useTexts()
  const { data: creator, isError, refetch } = useCreator(first.id, first)
  const blocks = useRelated('blocks')
  const isBlocked = blocks.data?.results.some(({ id }) => id === first.id) === true
  if (isBlocked) return <Blocked creator={first} />
  if (creator) return <Profile creator={creator} />
  if (isError) return <ErrorState what={t('creator.failed')} onRetry={() => void refetch()} />
  return <EmptyState text={t('creator.gone')} />
}

function Blocked({ creator: { id, name } }: { creator: CreatorProfile }) {
  const t = useTexts()
  const block = useRelate('blocks')
  return (
    <>
      <Title order={1}>{name}</Title>
      <EmptyState
        text={t('creator.blocked', { name })}
        action={
          <Button
            variant="default"
            loading={block.isPending}
            onClick={() => block.mutate({ creator: id, isOn: true })}
          >
            {t('creator.unblock')}
          </Button>
        }
      />
    </>
  )
}

function Profile({ creator }: { creator: CreatorProfile }) {
  const t = useTexts()
  const { has } = useSite()
  const { id, name, about, images, models, created_at: at } = creator
  const [hasModels, hasImages] = [has('explore_models'), has('explore_images')]
  const showsModels = models > 0 && hasModels
  const showsImages = images > 0 && hasImages
  const factsKey =
    hasModels && hasImages
      ? 'creator.facts'
      : hasModels
        ? 'creator.factsOfModels'
        : 'creator.factsOfImages'
  return (
    <>
      <div className={classes.head}>
        <Group wrap="nowrap" align="flex-start">
          <CreatorPicture creator={creator} size={72} />
          <div>
            <Title order={1} style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Title>
            <Text c="dimmed" size="sm">
              {t(factsKey, { images, models, since: formatUtcDay(at) })}
            </Text>
            {about !== '' && (
              <Text
                mt="xs"
                maw="40rem"
                style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
              >
                {about}
              </Text>
            )}
          </div>
        </Group>
        {!creator.is_own && <Relations id={id} name={name} />}
      </div>
      {showsModels && <Models creator={id} />}
      {showsImages && <Images creator={id} />}
      {!showsModels && !showsImages && (
        <EmptyState
          picture="rocket-3d-style-on-sky-background"
          text={t('creator.empty')}
          action={<ShowAll />}
        />
      )}
    </>
  )
}

function Relations({ id, name }: { id: string; name: string }) {
  const t = useTexts()
  const { isLoggedIn } = useSession()
  const { show } = useDialogs()
  const { data } = useRelated('follows')
  const follow = useRelate('follows')
  const block = useRelate('blocks')
  const isFollowing = data?.results.some((one) => one.id === id) === true
  return (
    <Group gap="sm">
      <Button
        variant={isFollowing ? 'default' : 'filled'}
        aria-pressed={isFollowing}
        loading={follow.isPending}
        onClick={() =>
          isLoggedIn ? follow.mutate({ creator: id, isOn: isFollowing }) : show('login')
        }
      >
        {t(isFollowing ? 'creator.following' : 'creator.follow')}
      </Button>
      <ReportLink query={{ creator: id }} label={t('report.creator', { name })} />
      {isLoggedIn && (
        <Button
          variant="default"
          aria-label={t('creator.blockName', { name })}
          loading={block.isPending}
          onClick={() => block.mutate({ creator: id, isOn: false })}
        >
          {t('creator.block')}
        </Button>
      )}
    </Group>
  )
}

function Images({ creator }: { creator: string }) {
  const t = useTexts()
  const feed = useImages({ creator })
  const images = feed.data?.pages.flatMap(({ results }) => results)
  return (
    <section className={classes.section} aria-labelledby="images">
      <Title order={2} id="images" fz="lg" mb="sm">
        {t('tabs.images')}
      </Title>
      {feed.isPending && <WaitingMasonry />}
      {feed.isError && !images && (
        <ErrorState what={t('images.failed')} onRetry={() => void feed.refetch()} />
      )}
      {images && <ImageMasonry images={images} label={t('tabs.images')} />}
      <LoadMore pages={feed} />
    </section>
  )
}

function Models({ creator }: { creator: string }) {
  const t = useTexts()
  const { data, isError, refetch } = useModels({ creator })
  const models = data?.pages.flatMap(({ results }) => results)
  return (
    <section className={classes.section} aria-labelledby="models">
      <Title order={2} id="models" fz="lg" mb="sm">
        {t('tabs.models')}
      </Title>
      {isError && !models && (
        <ErrorState what={t('models.failed')} onRetry={() => void refetch()} />
      )}
      {models && <ModelCards models={models} label={t('tabs.models')} />}
    </section>
  )
}
