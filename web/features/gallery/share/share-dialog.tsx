import {
  Button,
  CopyButton,
  Divider,
  Group,
  Skeleton,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, call } from '#web/lib/api.ts'
import type { PredictionImage } from '#contract/prediction-images.ts'
import { handleError } from '#web/lib/errors.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useSite } from '#web/lib/site.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { PublishPanel } from '../publish/publish-panel.tsx'
import { useTexts } from './texts.ts'

/** Makes the link to an image, shows it again, and revokes it. */
export function ShareDialog({ image, onClose }: { image: PredictionImage; onClose: () => void }) {
  const t = useTexts()
  const { has } = useSite()
  const client = useQueryClient()
  const params = { id: image.id }
  const key = queryKeys.share(image.id)
  const read = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(api.predictionImages.readShare, { params }, { signal }),
    refetchOnMount: 'always',
  })
  const share = useMutation({
    mutationFn: (showPrompt: boolean) =>
      call(api.predictionImages.share, { params, body: { show_prompt: showPrompt } }),
    onSuccess: (made) => client.setQueryData(key, { share: made }),
    onError: handleError,
  })
  const revoke = useMutation({
    mutationFn: () => call(api.predictionImages.unshare, { params }),
    onSuccess: () => {
      client.setQueryData(key, { share: null })
      notifications.show({ message: t('share.revoked') })
    },
    onError: handleError,
  })
  const link = read.data?.share
  const url = link ? new URL(link.url, window.location.href).href : ''
  return (
    <Dialog opened onClose={onClose} title={t('share.title')} size={460}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('share.about')}
        </Text>
        {read.isError && !read.data && (
          <ErrorState what={t('share.failed')} onRetry={() => void read.refetch()} />
        )}
        {read.isPending && <Skeleton height={44} />}
        {link === null && (
          <Button h={44} loading={share.isPending} onClick={() => share.mutate(false)}>
            {t('share.create')}
          </Button>
        )}
        {link && (
          <>
            <Group gap={8} align="end" wrap="nowrap">
              <TextInput
                flex={1}
                label={t('share.link')}
                value={url}
                readOnly
                onFocus={({ currentTarget }) => currentTarget.select()}
              />
              <CopyButton value={url}>
                {({ copied, copy }) => (
                  <Button onClick={copy}>{t(copied ? 'share.copied' : 'share.copy')}</Button>
                )}
              </CopyButton>
            </Group>
            {image.prompt !== null && (
              <Switch
                label={t('share.showPrompt')}
                checked={link.show_prompt}
                disabled={share.isPending}
                onChange={({ currentTarget: { checked } }) => share.mutate(checked)}
              />
            )}
            <Button
              variant="default"
              c="red"
              loading={revoke.isPending}
              onClick={() => revoke.mutate()}
            >
              {t('share.revoke')}
            </Button>
          </>
        )}
        {has('explore_images') && (
          <>
            <Divider />
            <PublishPanel image={image} />
          </>
        )}
      </Stack>
    </Dialog>
  )
}
