import { Button, Group, SimpleGrid, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type { SitePicture } from '#contract/admin-site-pictures.ts'
import { SITE_PICTURE_ALT_MAX } from '#contract/values/admin-site-pictures.ts'
import { paths } from '#contract/paths.ts'
import type { PredictionImage } from '#contract/prediction-images.ts'
import { resizedImageUrl } from '#contract/values/resized-image.ts'
import { fieldErrorsOf, handleError } from '#web/lib/errors.ts'
import { useLanguage } from '#web/lib/texts.ts'
import { DeferredDialog } from '#web/ui/deferred-dialog.tsx'
import { Form } from '#web/ui/form.tsx'
import { SmallButton } from '#web/ui/small-button.tsx'
import { Problem } from '#web/ui/problem.tsx'
import { seen, useChoosePicture, usePublicImages } from '../api/use-site-pictures.ts'
import { altErrorsOf, suggestAlt } from './alt-texts.ts'
import classes from './pictures.module.css'
import { useTexts } from './texts.ts'

const THUMB = 160

/** The administrator's own public images, of which one is pressed. */
function Library({
  chosen,
  onChoose,
}: {
  chosen: PredictionImage | null
  onChoose(image: PredictionImage): void
}) {
  const t = useTexts()
  const images = usePublicImages()
  const list = images.data?.pages.flatMap(({ results }) => results) ?? []
  if (images.isError)
    return (
      <Group>
        <Text role="alert">{t('dialog.failed')}</Text>
        <SmallButton onClick={() => void images.refetch()}>{t('dialog.retry')}</SmallButton>
      </Group>
    )
  if (images.isSuccess && list.length === 0) return <Text>{t('dialog.none')}</Text>
  return (
    <>
      <SimpleGrid
        cols={{ base: 3, sm: 4 }}
        spacing="xs"
        role="group"
        aria-label={t('dialog.images')}
      >
        {list.map((image) => (
          <UnstyledButton
            key={image.id}
            className={classes.thumb}
            aria-pressed={image.id === chosen?.id}
            aria-label={image.alt || (image.prompt ?? t('dialog.untitled'))}
            onClick={() => onChoose(image)}
          >
            <img
              src={resizedImageUrl({ url: image.url, width: THUMB, type: 'webp' })}
              width={THUMB}
              height={THUMB}
              alt=""
            />
          </UnstyledButton>
        ))}
      </SimpleGrid>
      {images.hasNextPage && (
        <Button
          variant="default"
          loading={images.isFetchingNextPage}
          onClick={() => void images.fetchNextPage()}
        >
          {t('dialog.more')}
        </Button>
      )}
    </>
  )
}

/** Chooses one of the administrator's own public images for a place of the site, with a preview in its shape. */
export function ChooseDialog({ picture, onClose }: { picture: SitePicture; onClose(): void }) {
  const t = useTexts()
  const language = useLanguage()
  const choose = useChoosePicture()
  const [image, setImage] = useState<PredictionImage | null>(null)
  const [en, setEn] = useState('')
  const [es, setEs] = useState('')
  const errors = fieldErrorsOf(choose.error)
  const altErrors = altErrorsOf(choose.error)

  async function submit(): Promise<void> {
    if (choose.isPending || image === null) return
    try {
      const alt = { en, es: es.trim() === '' ? en : es }
      await choose.mutateAsync({ ...seen(picture), image: image.id, alt })
      onClose()
    } catch (error) {
      if (Object.keys(fieldErrorsOf(error)).length === 0) handleError(error)
    }
  }
  const { width, height } = picture
  return (
    <DeferredDialog lang={language} opened onClose={onClose} title={t('dialog.title')} size={560}>
      <Form onSubmit={submit}>
        <Stack>
          <Text size="sm">
            {t('dialog.about')} <Link to={paths.library.link()}>{t('dialog.library')}</Link>
          </Text>
          <Library
            chosen={image}
            onChoose={(next) => {
              setImage(next)
              setEn(suggestAlt(next))
            }}
          />
          <Problem>{errors['image']}</Problem>
          {image && (
            <>
              <figure className={classes.preview}>
                <figcaption>{t('dialog.preview')}</figcaption>
                <img
                  src={image.url}
                  width={width}
                  height={height}
                  style={{ aspectRatio: `${width} / ${height}` }}
                  alt={en}
                />
              </figure>
              <TextInput
                label={t('dialog.altEn')}
                value={en}
                onChange={({ currentTarget }) => setEn(currentTarget.value)}
                maxLength={SITE_PICTURE_ALT_MAX}
                error={altErrors.en}
                required
              />
              <TextInput
                label={t('dialog.altEs')}
                description={t('dialog.altAbout')}
                value={es}
                onChange={({ currentTarget }) => setEs(currentTarget.value)}
                maxLength={SITE_PICTURE_ALT_MAX}
                error={altErrors.es}
              />
            </>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('dialog.cancel')}
            </Button>
            <Button
              type="submit"
              loading={choose.isPending}
              disabled={image === null || en.trim() === ''}
            >
              {t('dialog.save')}
            </Button>
          </Group>
        </Stack>
      </Form>
    </DeferredDialog>
  )
}
