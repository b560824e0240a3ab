import { Anchor, Badge, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type { CommunityModelDetail } from '#contract/community.ts'
import { paths } from '#contract/paths.ts'
import { formatUtcDay } from '#web/lib/format.ts'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { useImages } from '../api/use-images.ts'
import { type SimilarModels, useModel, useSimilarModels } from '../api/use-models.ts'
import { useTexts } from '../texts.ts'
import { CreatorLink } from './creator-link.tsx'
import classes from './explore.module.css'
import { ImageMasonry } from './image-masonry.tsx'
import { ModelCards } from './model-cards.tsx'
import { CreateWith, Files, Samples } from './model-version.tsx'
import { ReportLink } from './report-link.tsx'
import { Tags } from './tags.tsx'

/** One model with its versions. */
export function ModelPage({
  id,
  first,
  similar,
}: {
  id: string
  first: CommunityModelDetail
  similar: SimilarModels | undefined
}) {
  const t = useTexts()
  const { data: model, isError, refetch } = useModel(id, first)
  if (model) return <Detail key={model.id} model={model} asked={id} similar={similar} />
  if (isError) return <ErrorState what={t('model.failed')} onRetry={() => void refetch()} />
  return (
    <EmptyState
      text={t('model.gone')}
      action={
        <Button component={Link} to={paths.exploreModels.link()} variant="default">
          {t('models.showAll')}
        </Button>
      }
    />
  )
}

function Detail({
  model,
  asked,
  similar,
}: {
  model: CommunityModelDetail
  asked: string
  similar: SimilarModels | undefined
}) {
  const t = useTexts()
  const { versions, type, base_model, creator, licence, tags } = model
  const [chosen, setChosen] = useState(asked)
  const version = versions.find(({ id }) => id === chosen) ?? versions[0]
  if (!version) return null
  return (
    <>
      <Anchor
        component={Link}
        to={paths.exploreModels.link()}
        size="sm"
        display="inline-block"
        mb="sm"
      >
        {t('models.title')}
      </Anchor>
      <div className={classes.columns}>
        <Stack gap="md">
          <Title order={1} style={{ overflowWrap: 'anywhere' }}>
            {model.name}
          </Title>
          <Group gap="xs">
            <Badge variant="default">{t(`type.${type}`)}</Badge>
            <Link to={paths.exploreModels.link({ base_model })} className={classes.chip}>
              {base_model}
            </Link>
          </Group>
          <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {model.description}
          </Text>
          <Samples version={version} />
        </Stack>
        <Stack gap="md">
          <Group justify="space-between">
            <CreatorLink creator={creator} />
            {!model.is_own && <ReportLink query={{ model: model.id }} label={t('report.model')} />}
          </Group>
          {versions.length > 1 && (
            <NativeSelect
              label={t('model.version')}
              value={version.id}
              data={versions.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            />
          )}
          <CreateWith version={version} />
          <dl className={`${classes.facts} tabular`}>
            <dt>{t('model.version')}</dt>
            <dd>{version.name}</dd>
            <dt>{t('model.published')}</dt>
            <dd>{formatUtcDay(version.created_at)}</dd>
            <dt>{t('model.licence')}</dt>
            <dd>{licence || t('model.noLicence')}</dd>
          </dl>
          <TriggerWords words={version.trained_words} />
          <Files version={version} />
          <Tags tags={tags} linkOf={(tag) => paths.exploreModels.link({ tag })} />
        </Stack>
      </div>
      <MadeWith model={model.id} />
      <Similar id={model.id} first={similar} />
    </>
  )
}

function TriggerWords({ words }: { words: readonly string[] }) {
  const t = useTexts()
  if (words.length === 0) return null
  return (
    <section aria-labelledby="words">
      <Title order={2} id="words" fz="md" mb={4}>
        {t('model.words')}
      </Title>
      <Group gap="xs">
        {words.map((word) => (
          <code key={word}>{word}</code>
        ))}
      </Group>
    </section>
  )
}

function MadeWith({ model }: { model: string }) {
  const t = useTexts()
  const images = useImages({ model })
  const all = images.data?.pages[0]?.results ?? []
  if (images.isError)
    return <ErrorState what={t('images.failed')} onRetry={() => void images.refetch()} />
  if (all.length === 0) return null
  return (
    <section className={classes.section} aria-labelledby="made">
      <Title order={2} id="made" fz="lg" mb="sm">
        {t('model.images')}
      </Title>
      <ImageMasonry images={all.slice(0, 12)} label={t('model.images')} />
      {all.length > 12 && (
        <Button component={Link} to={paths.exploreImages.link({ model })} variant="default">
          {t('model.allImages')}
        </Button>
      )}
    </section>
  )
}

function Similar({ id, first }: { id: string; first: SimilarModels | undefined }) {
  const t = useTexts()
  const { data } = useSimilarModels(id, first)
  if (!data || data.results.length === 0) return null
  return (
    <section className={classes.section} aria-labelledby="similar">
      <Title order={2} id="similar" fz="lg" mb="sm">
        {t('model.similar')}
      </Title>
      <ModelCards models={data.results} label={t('model.similar')} />
    </section>
  )
}
