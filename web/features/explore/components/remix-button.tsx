import { Button, Text } from '@mantine/core'
import { IconRepeat } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { pageOfFeature } from '#brands/index.ts'
import type { CommunityImage } from '#contract/community.ts'
import { useDialogs } from '#web/lib/dialogs.ts'
import { useSession } from '#web/lib/session.ts'
import { useSite } from '#web/lib/site.ts'
import { useRemix } from '../api/use-images.ts'
import { useUsableModels } from '../api/use-usable-models.ts'
import { createLink } from '../lib/create-link.ts'
import { useTexts } from '../texts.ts'

/** Fills text to image with what made an image; where that cannot be done here, it says why. */
export function RemixButton({ image: { id, type, parameters } }: { image: CommunityImage }) {
  const t = useTexts()
  const navigate = useNavigate()
  const { isLoggedIn } = useSession()
  const { show } = useDialogs()
  const { has } = useSite()
  const usable = useUsableModels()
  const remix = useRemix()
  if (!has('text_to_image') || pageOfFeature('text_to_image') === null) return null
  if (parameters === null || type !== 'TTI') return null
  const { model } = parameters
  const isMissing = usable !== null && typeof model === 'string' && !usable.has(model)
  if (isMissing)
    return (
      <Text size="sm" c="dimmed">
        {t('remix.noModel', { model })}
      </Text>
    )
  const start = () =>
    remix.mutate(id, {
      onSuccess: ({ request, ...origin }) => void navigate(createLink({ ...request, ...origin })),
    })
  return (
    <Button
      h={44}
      leftSection={<IconRepeat size={20} aria-hidden />}
      loading={remix.isPending}
      onClick={() => (isLoggedIn ? start() : show('login'))}
    >
      {t('remix.label')}
    </Button>
  )
}
