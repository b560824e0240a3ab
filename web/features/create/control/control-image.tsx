import { Button, Skeleton, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconX } from '@tabler/icons-react'
import type { MapKind } from '#contract/jobs/drawing.ts'
import { messageOf } from '#web/lib/errors.ts'
import { useSession } from '#web/lib/session.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import { useSourcePicture, useUpload } from '#web/features/generate/api/use-source-picture.ts'
import { useWait } from '#web/features/generate/panel/use-wait.ts'
import {
  PickButton,
  PictureDrop,
  UPLOAD_MEGABYTES,
} from '#web/features/generate/panel/picture-drop.tsx'
import type { FormControl } from '#web/features/generate/lib/form.ts'
import { SmallButton } from '#web/ui/small-button.tsx'
import { Problem } from '#web/ui/problem.tsx'
import { useControlMap } from './use-control-map.ts'
import classes from './control.module.css'
import { useTexts } from './texts.ts'

const loadPicker = () =>
  import('#web/features/generate/source/source-picker.tsx').then(({ SourcePicker }) => SourcePicker)

/**
 * An image that leads the drawing, beside what of it will be followed.
 * @param props.label of this one among several
 */
export function ControlImage({
  label,
  model,
  control,
  isAble,
  onChoose,
}: {
  label: string
  model: string | null
  control: FormControl
  /** Whether the model can follow images of this kind. */
  isAble: boolean
  onChoose: (image: string | null) => void
}) {
  const t = useTexts()
  const { me } = useSession()
  const isSignedIn = me !== null
  const { picture, failed, retry } = useSourcePicture(control.image, isSignedIn)
  const upload = useUpload()
  useWait(upload.isPending ? 'image' : null)
  const [picking, picker] = useDisclosure(false)
  const isGone = control.image !== null && picture === null
  const choose = (image: string | null) => {
    upload.reset()
    onChoose(image)
  }
  return (
    <section aria-label={label} className={classes.image}>
      {failed && (
        <Text size="sm">
          {t.rich('failed', {
            retry: <Button variant="subtle" size="compact-sm" onClick={retry} />,
          })}
        </Text>
      )}
      {isGone && <Text size="sm">{t('gone')}</Text>}
      {control.image !== null && isSignedIn && picture !== null ? (
        <div className={classes.pair}>
          <figure>
            {picture ? <img src={picture.url} alt="" /> : <Skeleton className={classes.empty} />}
            <figcaption>{t('image')}</figcaption>
          </figure>
          {picture && isAble && control.kind !== 'reference' && (
            <ControlMap model={model} kind={control.kind} image={picture.id} />
          )}
        </div>
      ) : (
        <PictureDrop
          label={t('drop')}
          signedIn={isSignedIn}
          uploading={upload.isPending}
          hint={isSignedIn ? t('formats', { megabytes: UPLOAD_MEGABYTES }) : t('login')}
          onFiles={([file]) => {
            if (file !== undefined)
              upload.mutate(file, { onSuccess: (sent) => onChoose(sent.picture.id) })
          }}
        />
      )}
      <Problem>{upload.isError && messageOf(upload.error)}</Problem>
      {isSignedIn && (
        <div className={classes.actions}>
          <PickButton label={t('pick')} onClick={picker.open} />
          {control.image !== null && (
            <SmallButton leftSection={<IconX size={18} />} onClick={() => choose(null)}>
              {t('remove')}
            </SmallButton>
          )}
        </div>
      )}
      {picking && (
        <Deferred
          load={loadPicker}
          props={{
            verb: t('verb'),
            onClose: picker.close,
            onChoose: (id: string) => {
              choose(id)
              picker.close()
            },
          }}
        />
      )}
    </section>
  )
}

function ControlMap({
  model,
  kind,
  image,
}: {
  model: string | null
  kind: MapKind
  image: string
}) {
  const t = useTexts()
  const { map, isPending, error, retry } = useControlMap(model, kind, image)
  return (
    <figure>
      {map !== undefined && <img src={map} alt={t(`map.${kind}`)} />}
      {map === undefined && isPending && (
        <Skeleton className={classes.empty} role="status" aria-label={t('looking')} />
      )}
      {map === undefined && !isPending && error && (
        <div className={classes.refused}>
          <Text size="xs">{messageOf(error)}</Text>
          <Button variant="default" size="compact-xs" onClick={retry}>
            {t('retry')}
          </Button>
        </div>
      )}
      <figcaption>{t(`followed.${kind}`)}</figcaption>
    </figure>
  )
}
