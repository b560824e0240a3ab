import { useQuery } from '@tanstack/react-query'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { api, call } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useTexts } from '../texts.ts'
import { useAgeStatement } from '#web/lib/use-age-statement.ts'

const WIDTH = 520

/** Lets a person say of a photo that it shows their own child, without being asked, and says what follows from it. */
export function OwnChild({ image, swaps = false }: { image: string; swaps?: boolean }) {
  const t = useTexts()
  const [opened, { open, close }] = useDisclosure(false)
  const { data } = useQuery({
    queryKey: queryKeys.statedPeople(image),
    queryFn: ({ signal }) =>
      call(
        api.ageStatements.about,
        {
          query: { about: image },
        },
        { signal },
      ),
  })
  const state = useAgeStatement([image], close)
  const isChild = data?.results.some(({ person }) => person === 'own_child') ?? false
  return (
    <>
      <div role="status">
        {isChild && (
          <Text size="sm" mt={4}>
            {t(swaps ? 'child.noSwap' : 'child.stated')}
          </Text>
        )}
      </div>
      {!isChild && (
        <Button variant="subtle" size="compact-sm" mih={32} px={0} mt={4} onClick={open}>
          {t('child.ask')}
        </Button>
      )}
      <Dialog opened={opened} onClose={close} title={t('child.title')} size={WIDTH}>
        <Stack gap="md">
          <Text size="sm">{t('child.statement')}</Text>
          <Text size="sm" c="dimmed">
            {t('child.intro')}
          </Text>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" mih={44} onClick={close}>
              {t('child.cancel')}
            </Button>
            <Button mih={44} loading={state.isPending} onClick={() => state.mutate('own_child')}>
              {t('child.confirm')}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  )
}
