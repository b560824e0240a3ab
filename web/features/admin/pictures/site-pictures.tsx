import { Button, Group, Text, Title } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import type { SitePicture, SitePictureGroup } from '#contract/admin-site-pictures.ts'
import { useLanguage } from '#web/lib/texts.ts'
import { TableState } from '#web/ui/data-table.tsx'
import { SmallButton } from '#web/ui/small-button.tsx'
import {
  useRedraw,
  useResetPicture,
  useSitePictures,
  useStopRedraws,
  useUndoPicture,
} from '../api/use-site-pictures.ts'
import brands from '../brands/brands.module.css'
import { ChooseDialog } from './choose-dialog.tsx'
import classes from './pictures.module.css'
import { useTexts } from './texts.ts'

/** More images than this make a page so long that what follows is not found. */
const MOST_UNFOLDED = 6

const isWaiting = ({ redraw }: SitePicture) => redraw === 'wanted' || redraw === 'drawing'

/** One image of the site: as it is shown now, where it comes from, and what can be done with it. */
function Item({ picture, canDraw }: { picture: SitePicture; canDraw: boolean }) {
  const t = useTexts()
  const [isChoosing, setChoosing] = useState(false)
  const undo = useUndoPicture()
  const reset = useResetPicture()
  const redraw = useRedraw()
  const { url, width, height, shows: image, source, model, alt, part } = picture
  return (
    <li className={classes.item}>
      <img src={url} width={width} height={height} alt={alt?.en ?? image} loading="lazy" />
      <div>
        <Text size="sm" fw={700}>
          {part ? t(`part.${part}`) : image}
        </Text>
        <Text size="xs" c="dimmed">
          {t(`source.${source}`, { model: model ?? '' })}
        </Text>
        {picture.redraw && (
          <Text size="xs" role="status" {...(picture.redraw === 'failed' && { c: 'red' })}>
            {t(`state.${picture.redraw}`)}
          </Text>
        )}
      </div>
      <Group gap="xs">
        <SmallButton aria-label={t('chooseFor', { image })} onClick={() => setChoosing(true)}>
          {t('choose')}
        </SmallButton>
        {picture.can_redraw && (
          <SmallButton
            aria-label={t('redrawOf', { image })}
            disabled={!canDraw || isWaiting(picture)}
            loading={redraw.isPending}
            onClick={() => redraw.mutate({ places: [picture.place] })}
          >
            {t('redraw')}
          </SmallButton>
        )}
        {picture.can_undo && (
          <SmallButton
            aria-label={t('undoOf', { image })}
            loading={undo.isPending}
            onClick={() => undo.mutate(picture)}
          >
            {t('undo')}
          </SmallButton>
        )}
        {source !== 'file' && (
          <SmallButton
            aria-label={t('resetOf', { image })}
            loading={reset.isPending}
            onClick={() => reset.mutate(picture)}
          >
            {t('reset')}
          </SmallButton>
        )}
      </Group>
      {isChoosing && <ChooseDialog picture={picture} onClose={() => setChoosing(false)} />}
    </li>
  )
}

/** Hides a long list behind its number; a short one is shown as it is. */
function Folded({ count, children }: { count: number; children: ReactNode }) {
  const t = useTexts()
  if (count <= MOST_UNFOLDED) return children
  return (
    <details className={classes.fold}>
      <summary>{t('count', { count })}</summary>
      {children}
    </details>
  )
}

/**
 * Images of the site that can be replaced, each with what is shown now.
 * @param props.brand whose home page; left out: all that the group has
 */
export function SitePictures({ group, brand }: { group: SitePictureGroup; brand?: string }) {
  const t = useTexts()
  const language = useLanguage()
  const id = useId()
  const pictures = useSitePictures(group)
  const redraw = useRedraw()
  const stop = useStopRedraws()
  const { data } = pictures
  const shown = data?.results.filter(
    (picture) => brand === undefined || picture.brand === null || picture.brand === brand,
  )
  // The answer counts what is drawn for other pages, too.
  const left = data?.results.filter(isWaiting).length ?? 0
  return (
    <section aria-labelledby={id} className={brands.section} lang={language}>
      <Title order={2} id={id} fz="lg">
        {t(`title.${group}`)}
      </Title>
      {!data || !shown ? (
        <TableState isError={pictures.isError} onRetry={() => void pictures.refetch()} />
      ) : (
        <>
          <Text size="sm">
            {t('about')} {data.model === null ? t('noModel') : t('model', { model: data.model })}
          </Text>
          {shown.some(({ can_redraw: can }) => can) && (
            <Group>
              <Button
                variant="default"
                disabled={data.model === null}
                loading={redraw.isPending}
                onClick={() => redraw.mutate({ group })}
              >
                {t('redrawAll')}
              </Button>
              {left > 0 && (
                <>
                  <Text size="sm" role="status">
                    {t('left', { count: left })}
                  </Text>
                  <Button
                    variant="subtle"
                    loading={stop.isPending}
                    onClick={() => stop.mutate(group)}
                  >
                    {t('stop')}
                  </Button>
                </>
              )}
            </Group>
          )}
          <Folded count={shown.length}>
            <ul className={classes.grid}>
              {shown.map((picture) => (
                <Item key={picture.place} picture={picture} canDraw={data.model !== null} />
              ))}
            </ul>
          </Folded>
        </>
      )}
    </section>
  )
}
