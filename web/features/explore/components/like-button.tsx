import { Button } from '@mantine/core'
import { IconHeart, IconHeartFilled } from '@tabler/icons-react'
import type { CommunityImage } from '#contract/community.ts'
import { useDialogs } from '#web/lib/dialogs.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useSession } from '#web/lib/session.ts'
import { useLike } from '../api/use-images.ts'
import { useTexts } from '../texts.ts'

/** How many like an image, and whether the viewer does. Those who are signed out are asked to log in. */
export function LikeButton({ image }: { image: CommunityImage }) {
  const t = useTexts()
  const { isLoggedIn } = useSession()
  const { show } = useDialogs()
  const like = useLike()
  const { like: isLiked, count } = image.reactions
  return (
    <Button
      variant="default"
      h={44}
      aria-pressed={isLiked}
      aria-label={t('like.label', { count })}
      leftSection={
        isLiked ? <IconHeartFilled size={20} aria-hidden /> : <IconHeart size={20} aria-hidden />
      }
      onClick={() => (isLoggedIn ? like.mutate(image) : show('login'))}
    >
      {formatNumber(count)}
    </Button>
  )
}
