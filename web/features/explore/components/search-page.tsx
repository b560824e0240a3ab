import { Button, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { useSearch } from '../api/use-creators.ts'
import { useTexts } from '../texts.ts'
import { CreatorLink } from './creator-link.tsx'
import classes from './explore.module.css'
import { ExploreHead } from './explore-head.tsx'
import { ImageMasonry, WaitingMasonry } from './image-masonry.tsx'
import { ModelCards } from './model-cards.tsx'
import { ShowAll } from './show-all.tsx'
import { Tags } from './tags.tsx'

/** What has the words of the address: tags, people, models and images. */
export function SearchPage() {
  const t = useTexts()
  const [search] = useSearchParams()
  const q = search.get('q')?.trim() ?? ''
  return (
    <>
      <ExploreHead title={q === '' ? t('search.title') : t('search.found', { q })} q={q} />
      {q === '' ? (
        <EmptyState picture="owl-glossy-style-on-purple-background" text={t('search.hint')} />
      ) : (
        <Results q={q} />
      )}
    </>
  )
}

function Results({ q }: { q: string }) {
  const t = useTexts()
  const { data, isPending, isError, refetch } = useSearch(q)
  if (isPending) return <WaitingMasonry />
  if (isError) return <ErrorState what={t('search.failed')} onRetry={() => void refetch()} />
  const { tags, people, models, images } = data
  if (tags.length + people.length + models.length + images.length === 0)
    return <EmptyState text={t('search.nothing')} action={<ShowAll />} />
  return (
    <>
      {tags.length > 0 && (
        <Found name="tags" title={t('tags')}>
          <Tags tags={tags} linkOf={(tag) => paths.exploreImages.link({ tag })} />
        </Found>
      )}
      {people.length > 0 && (
        <Found name="people" title={t('search.people')}>
          <ul className={classes.people}>
            {people.map((creator) => (
              <li key={creator.id}>
                <CreatorLink creator={creator} />
              </li>
            ))}
          </ul>
        </Found>
      )}
      {models.length > 0 && (
        <Found
          name="models"
          title={t('tabs.models')}
          all={{ to: paths.exploreModels.link({ q }), label: t('models.showAll') }}
        >
          <ModelCards models={models} label={t('tabs.models')} />
        </Found>
      )}
      {images.length > 0 && (
        <Found
          name="images"
          title={t('tabs.images')}
          all={{ to: paths.exploreImages.link({ q }), label: t('images.showAll') }}
        >
          <ImageMasonry images={images} label={t('tabs.images')} />
        </Found>
      )}
    </>
  )
}

/** @param all the feed that goes on with these */
function Found({
  name,
  title,
  all,
  children,
}: {
  name: string
  title: string
  all?: { to: string; label: string }
  children: ReactNode
}) {
  return (
    <section className={classes.section} aria-labelledby={name}>
      <Title order={2} id={name} fz="lg" mb="sm">
        {title}
      </Title>
      {children}
      {all && (
        <Button component={Link} to={all.to} variant="default" mt="md">
          {all.label}
        </Button>
      )}
    </section>
  )
}
