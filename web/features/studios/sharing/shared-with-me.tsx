import { Button, Group, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import type { SharedModel } from '#contract/model-shares.ts'
import { resizedImageUrl } from '#contract/values/resized-image.ts'
import { Question } from '#web/ui/question.tsx'
import cards from '../components/studios.module.css'
import { formatDay } from '../lib/look.ts'
import { useModelLink } from '../lib/use-model-link.ts'
import { useTexts } from './texts.ts'
import { useAnswerShare, useSharedModels } from './use-shares.ts'

/** Models that others share with one, and that they offer; nothing where there are none. */
export function SharedWithMe() {
  const t = useTexts()
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useSharedModels()
  const all = data?.pages.flatMap(({ results }) => results) ?? []
  if (all.length === 0) return null
  return (
    <section aria-labelledby="shared-with-me">
      <Title order={2} id="shared-with-me" fz="lg" mt="xl" mb="md">
        {t('with.title')}
      </Title>
      <ul className={cards.list}>
        {all.map((one) => (
          <li key={one.id} className={cards.card}>
            {one.state === 'accepted' ? <Used shared={one} /> : <Offered shared={one} />}
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button
          mt="md"
          variant="default"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('with.more')}
        </Button>
      )}
    </section>
  )
}

function Head({ shared, text }: { shared: SharedModel; text: 'with.owner' | 'with.offered' }) {
  const t = useTexts()
  const { name, email } = shared.owner
  return (
    <>
      <Title order={3} fz="md" style={{ overflowWrap: 'anywhere' }}>
        {shared.project_name}
      </Title>
      <Text size="sm" c="dimmed" mb="sm" style={{ overflowWrap: 'anywhere' }}>
        {t(text, { owner: name === '' ? email : t('with.by', { name, email }) })}
      </Text>
    </>
  )
}

function Offered({ shared }: { shared: SharedModel }) {
  const t = useTexts()
  const { mutate, isPending, variables } = useAnswerShare(shared.id)
  const { project_name: name } = shared
  return (
    <>
      <Head shared={shared} text="with.offered" />
      <Text mb="sm">{t('with.terms', { day: formatDay(shared.expires_at) })}</Text>
      <Group gap="sm">
        <Button
          aria-label={t('with.acceptLabel', { name })}
          loading={isPending && variables === 'accept'}
          disabled={isPending}
          onClick={() => mutate('accept')}
        >
          {t('with.accept')}
        </Button>
        <Button
          variant="default"
          aria-label={t('with.declineLabel', { name })}
          loading={isPending && variables === 'decline'}
          disabled={isPending}
          onClick={() => mutate('decline')}
        >
          {t('with.decline')}
        </Button>
      </Group>
    </>
  )
}

function Used({ shared }: { shared: SharedModel }) {
  const t = useTexts()
  const { mutate, isPending } = useAnswerShare(shared.id)
  const { project_name: name, thumbnails, created_model_version: model } = shared
  const link = useModelLink(shared)
  return (
    <>
      <Head shared={shared} text="with.owner" />
      {thumbnails.length > 0 && (
        <ul className={cards.thumbnails}>
          {thumbnails.map((url, at) => (
            <li key={url}>
              <img
                className={cards.thumbnail}
                src={resizedImageUrl({ url, width: 320, type: 'webp' })}
                alt={t('with.image', { number: at + 1, name })}
                width={100}
                height={100}
                loading="lazy"
              />
            </li>
          ))}
        </ul>
      )}
      <Text size="sm" mb="sm" style={{ overflowWrap: 'anywhere' }}>
        {t('with.name', { model: model ?? '' })}
      </Text>
      <Group gap="sm">
        <Button component={Link} to={link}>
          {t('with.use')}
        </Button>
        <Question
          label={t('with.giveLabel', { name })}
          question={t('with.giveQuestion')}
          no={t('with.keep')}
          yes={t('with.give')}
          isPending={isPending}
          onYes={(close) => {
            close()
            mutate('give_back')
          }}
        >
          <Button variant="default" c="red" aria-label={t('with.giveLabel', { name })}>
            {t('with.give')}
          </Button>
        </Question>
      </Group>
    </>
  )
}
