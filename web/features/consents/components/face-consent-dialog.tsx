import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { CONSENT_TEXTS } from '#contract/values/consents.ts'
import { paths } from '#contract/paths.ts'
import { api, call } from '#web/lib/api.ts'
import { useConsentRequest } from '#web/lib/consent-request.ts'
import { handleError } from '#web/lib/errors.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { refresh } from '#web/lib/refresh.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useTexts } from '../texts.ts'

const WIDTH = 520
const TERMS = ['what', 'why', 'howLong', 'withdraw'] as const

/** Asks once for the consent to compare faces, where something is refused without it. */
export function FaceConsentDialog() {
  const t = useTexts()
  const { answer } = useConsentRequest()
  const client = useQueryClient()
  const agree = useMutation({
    mutationFn: () =>
      call(api.consents.give, { body: { kind: 'faces', version: CONSENT_TEXTS.faces.version } }),
    onSuccess() {
      void refresh(client, queryKeys.consents)
      answer?.(true)
    },
    onError: handleError,
  })
  const decline = () => answer?.(false)
  return (
    <Dialog opened={answer !== null} onClose={decline} title={t('dialog.title')} size={WIDTH}>
      <Stack gap="md">
        <Text size="sm">{t('dialog.intro')}</Text>
        <Stack gap="sm" component="dl" m={0}>
          {TERMS.map((term) => (
            <div key={term}>
              <Text component="dt" size="sm" fw={700}>
                {t(`dialog.${term}.term`)}
              </Text>
              <Text component="dd" size="sm" m={0}>
                {t(`dialog.${term}.text`)}
              </Text>
            </div>
          ))}
        </Stack>
        <Text size="sm">
          {t.rich('dialog.policy', {
            link: <Anchor component={Link} to={paths.privacy.link()} target="_blank" inherit />,
          })}
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" mih={44} onClick={decline}>
            {t('dialog.decline')}
          </Button>
          <Button mih={44} loading={agree.isPending} onClick={() => agree.mutate()}>
            {t('dialog.agree')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
