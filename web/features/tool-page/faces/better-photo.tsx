import { Button, Group, Image, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { api, call } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/errors.ts'
import { SmallButton } from '#web/ui/small-button.tsx'
import { useTexts } from '../texts.ts'

const EDGE = 72

/** Looks among a person's own photos for one that shows the same person better, when asked to. */
export function BetterPhoto({ image, onUse }: { image: string; onUse(id: string): void }) {
  const t = useTexts()
  const look = useMutation({
    mutationFn: () => call(api.uploadedImages.betterPhoto, { params: { id: image } }),
  })
  const found = look.data?.result
  return (
    <div role="status">
      {!look.isSuccess && (
        <Button
          variant="subtle"
          size="compact-sm"
          mih={32}
          px={0}
          mt={4}
          loading={look.isPending}
          onClick={() => look.mutate()}
        >
          {t('betterPhoto.look')}
        </Button>
      )}
      {look.isError && (
        <Text size="sm" c="red" mt={4}>
          {messageOf(look.error)}
        </Text>
      )}
      {found === null && (
        <Text size="sm" mt={4}>
          {t('betterPhoto.none')}
        </Text>
      )}
      {found && (
        <Group gap="sm" mt={8} wrap="nowrap">
          <Image src={found.url} alt="" w={EDGE} h={EDGE} radius="md" fit="cover" />
          <div>
            <Text size="sm">{t('betterPhoto.found')}</Text>
            <SmallButton mih={36} mt={6} onClick={() => onUse(found.id)}>
              {t('betterPhoto.use')}
            </SmallButton>
          </div>
        </Group>
      )}
    </div>
  )
}
