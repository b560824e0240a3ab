import { Button } from '@mantine/core'
import { IconBookmark, IconBookmarkFilled } from '@tabler/icons-react'
import { useDialogs } from '#web/lib/dialogs.ts'
import { useSession } from '#web/lib/session.ts'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { useCollections, useFavorite, useKeep } from '../api/use-favorites.ts'
import { useTexts } from '../texts.ts'

/** Keeps an image in the library of the viewer. Those who are signed out are asked to log in. */
export function FavoriteButton({ image }: { image: string }) {
  const t = useTexts()
  const { isLoggedIn } = useSession()
  const { show } = useDialogs()
  const { data, isPending } = useFavorite(image)
  const keep = useKeep(image)
  const isKept = Boolean(data?.favorite)
  return (
    <Button
      variant="default"
      h={44}
      aria-pressed={isKept}
      disabled={isLoggedIn && isPending}
      loading={keep.isPending}
      leftSection={
        isKept ? (
          <IconBookmarkFilled size={20} aria-hidden />
        ) : (
          <IconBookmark size={20} aria-hidden />
        )
      }
      onClick={() => (isLoggedIn ? keep.mutate(isKept ? false : null) : show('login'))}
    >
      {t(isKept ? 'favorite.kept' : 'favorite.keep')}
    </Button>
  )
}

/** Which collection of the library a kept image is in. */
export function FavoriteCollection({ image }: { image: string }) {
  const t = useTexts()
  const { data } = useFavorite(image)
  const favorite = data?.favorite
  const { data: own } = useCollections(Boolean(favorite))
  const keep = useKeep(image)
  if (!favorite || !own || own.results.length === 0) return null
  return (
    <NativeSelect
      label={t('favorite.collection')}
      value={favorite.collection ?? ''}
      disabled={keep.isPending}
      data={[
        { value: '', label: t('favorite.noCollection') },
        ...own.results.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={({ currentTarget: { value } }) => keep.mutate(value === '' ? null : value)}
    />
  )
}
