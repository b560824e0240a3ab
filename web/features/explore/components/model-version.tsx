import { Anchor, Button, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { pageOfFeature } from '#brands/index.ts'
import type { ModelVersion } from '#contract/community.ts'
import { paths } from '#contract/paths.ts'
import { formatBytes } from '#web/lib/format.ts'
import { useSite } from '#web/lib/site.ts'
import { Picture } from '#web/ui/picture.tsx'
import { useUsableModels } from '../api/use-usable-models.ts'
import { useTexts } from '../texts.ts'
import classes from './explore.module.css'

/** Leads to text to image with a version chosen; where nothing here draws with it, it says so. */
export function CreateWith({ version: { create_query: query } }: { version: ModelVersion }) {
  const t = useTexts()
  const { has } = useSite()
  const usable = useUsableModels()
  if (!has('text_to_image') || pageOfFeature('text_to_image') === null) return null
  const model = new URLSearchParams(query ?? '').get('model')
  const isMissing = query === null || (usable !== null && model !== null && !usable.has(model))
  if (isMissing) return <Text c="dimmed">{t('model.unusable')}</Text>
  return (
    <Button component={Link} to={`${paths.textToImage.link()}?${query}`} h={44}>
      {t('model.create')}
    </Button>
  )
}

/** What a version is made of, with what a download can be checked by. */
export function Files({ version: { files } }: { version: ModelVersion }) {
  const t = useTexts()
  if (files.length === 0) return null
  return (
    <section aria-labelledby="files">
      <Title order={2} id="files" fz="md" mb={4}>
        {t('model.files')}
      </Title>
      <ul className={classes.comments}>
        {files.map(({ name, bytes, sha256, url }) => (
          <li key={name} className={classes.comment}>
            {url === null ? (
              <Text size="sm">{t('model.noDownload', { name })}</Text>
            ) : (
              <Anchor href={url} download>
                {name}
              </Anchor>
            )}
            <Text size="sm" c="dimmed" className="tabular">
              {formatBytes(bytes)}
            </Text>
            <Text size="xs" c="dimmed" className="tabular">
              {t('model.hash', { hash: sha256 })}
            </Text>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What a version draws. */
export function Samples({ version: { samples } }: { version: ModelVersion }) {
  const t = useTexts()
  if (samples.length === 0) return <Text c="dimmed">{t('model.noSamples')}</Text>
  return (
    <ul className={classes.samples} aria-label={t('model.samples')}>
      {samples.map((sample, place) => (
        <li key={sample.url}>
          <Picture
            image={sample}
            sizes="(min-width: 62em) 16rem, (min-width: 36em) 33vw, 95vw"
            eager={place === 0}
          />
        </li>
      ))}
    </ul>
  )
}
