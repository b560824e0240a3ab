import { ActionIcon, Button, FileButton, Skeleton, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCamera, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { BATCH_LIMITS } from '#contract/values/jobs/batch.ts'
import { resizedImageUrl } from '#contract/values/resized-image.ts'
import type { SourcePicture } from '#web/features/generate/api/use-source-picture.ts'
import { DropAnywhere } from '#web/features/generate/components/drop-anywhere.tsx'
import {
  PickButton,
  PictureDrop,
  UPLOAD_MEGABYTES,
} from '#web/features/generate/panel/picture-drop.tsx'
import { useWait, type Wait } from '#web/features/generate/panel/use-wait.ts'
import { formatDay } from '#web/lib/format.ts'
import { useSession } from '#web/lib/session.ts'
import { useCover } from '#web/lib/use-cover.ts'
import { Uncover } from '#web/ui/covered.tsx'
import { Deferred } from '#web/ui/deferred.tsx'
import { Hint } from '#web/ui/hint.tsx'
import { SmallButton } from '#web/ui/small-button.tsx'
import { Problem } from '#web/ui/problem.tsx'
import classes from './input.module.css'
import type { Input } from './use-input.ts'
import { type ToolTexts, useTexts } from '../texts.ts'

const loadPicker = () => import('./input-picker.tsx').then(({ InputPicker }) => InputPicker)

const loadManyPanel = () => import('../batch/many-panel.tsx').then(({ ManyPanel }) => ManyPanel)

/**
 * The image that a tool works on: dropped anywhere on the page, pasted, uploaded, taken with the camera, or picked from
 * what is there.
 * @param props.problem what the server has against it, or null
 * @param props.takesDrops whether it is the one that gets what is dropped beside the fields, and pasted
 * @param props.overlay drawn over the chosen image
 */
export function InputField({
  label,
  input,
  problem,
  takesDrops = true,
  overlay,
}: {
  /** Of one of several; the only one needs none on a phone. */
  label?: string
  input: Input
  problem: string | null
  takesDrops?: boolean
  overlay?: ReactNode
}) {
  const t = useTexts()
  const signedIn = useSession().me !== null
  const name = label ?? t('input.image')
  const [picking, picker] = useDisclosure(false)
  const { many } = input
  const inMany = many?.active === true
  const { picture } = input
  const wait = waitOf(input)
  useWait(wait)
  // What is on its way need not be asked for.
  const wrong = input.problem ?? (wait === null ? problem : null)
  const gone = input.id !== null && picture === null
  return (
    <section
      className={classes.field}
      aria-label={name}
      data-single={label === undefined || undefined}
    >
      <Text component="h2" size="sm" fw={700} className={classes.title}>
        {name}
      </Text>
      {signedIn && input.id !== null && picture === undefined && !input.failed && (
        <Skeleton h="var(--input-height)" />
      )}
      {input.failed && (
        <Text size="sm">
          {t.rich('input.loadFailed', {
            retry: <Button variant="subtle" size="compact-sm" onClick={input.retry} />,
          })}
        </Text>
      )}
      {inMany && <Deferred load={loadManyPanel} props={{ many }} />}
      {signedIn && picture && !inMany && (
        <Chosen
          label={name}
          picture={picture}
          overlay={overlay}
          onChange={picker.open}
          onRemove={() => input.choose(null)}
        />
      )}
      {(input.id === null || gone || !signedIn || inMany) && (
        <>
          {gone && !inMany && <Text size="sm">{t('input.gone')}</Text>}
          <PictureDrop
            label={t('input.upload', { label: name })}
            multiple={many !== null}
            signedIn={signedIn}
            uploading={input.uploading}
            hint={hintOf(t, signedIn, many !== null)}
            onFiles={input.send}
          />
          {signedIn && (
            <div className={classes.actions}>
              <PickButton label={t('input.fromYours')} onClick={picker.open} />
              <FileButton
                accept="image/*"
                capture="environment"
                onChange={(photo) => photo && input.send([photo])}
              >
                {(props) => (
                  <Button
                    {...props}
                    className={classes.camera}
                    variant="default"
                    size="compact-sm"
                    leftSection={<IconCamera size={18} />}
                  >
                    {t('input.takePhoto')}
                  </Button>
                )}
              </FileButton>
            </div>
          )}
        </>
      )}
      <Problem>{wrong}</Problem>
      {/* A dialog over the page takes what is pasted itself. */}
      {takesDrops && !picking && (
        <DropAnywhere text={t('input.drop')} multiple={many !== null} onFiles={input.send} />
      )}
      {picking && <Deferred load={loadPicker} props={{ input, onClose: picker.close }} />}
    </section>
  )
}

function waitOf({ uploading, many }: Input): Wait | null {
  if (uploading) return 'image'
  return many?.queue.uploads.some((one) => one.problem === null) === true ? 'images' : null
}

function hintOf(t: ToolTexts, signedIn: boolean, several: boolean): string {
  if (!signedIn) return t('input.loginHint')
  return several
    ? t('input.hintMany', { megabytes: UPLOAD_MEGABYTES, most: BATCH_LIMITS.jobs })
    : t('input.hint', { megabytes: UPLOAD_MEGABYTES })
}

function Chosen({
  label,
  picture,
  overlay,
  onChange,
  onRemove,
}: {
  label: string
  picture: SourcePicture
  overlay: ReactNode
  onChange: () => void
  onRemove: () => void
}) {
  const t = useTexts()
  const { covered, reveal } = useCover(picture)
  return (
    <div className={classes.chosen}>
      <div className={classes.place} style={{ '--ratio': picture.width / picture.height }}>
        <img
          src={resizedImageUrl({ url: picture.url, width: 640, type: 'webp' })}
          alt={t('input.chosen', { label })}
          width={picture.width}
          height={picture.height}
          data-covered={covered || undefined}
        />
        {covered ? <Uncover onClick={reveal} /> : overlay}
      </div>
      <div className={classes.about}>
        <Text size="xs" c="dimmed" className="tabular">
          {t('size', { width: picture.width, height: picture.height })}
          {picture.expires_at !== null && (
            <span className={classes.until}>
              {t('input.deletedOn', { day: formatDay(picture.expires_at) })}
            </span>
          )}
        </Text>
        <div className={classes.actions}>
          <SmallButton onClick={onChange}>{t('input.change')}</SmallButton>
          <Hint label={t('input.remove')}>
            <ActionIcon
              variant="default"
              size={32}
              aria-label={t('input.removeOne', { label })}
              onClick={onRemove}
            >
              <IconX size={18} />
            </ActionIcon>
          </Hint>
        </div>
      </div>
    </div>
  )
}
