import { Button, Group, List, Skeleton, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { GenerationRequestInput } from '#contract/generation-request.ts'
import { IDEMPOTENCY_KEY_HEADER } from '#contract/values/inference-jobs.ts'
import { api, call } from '#web/lib/api.ts'
import type { PredictionImage } from '#contract/prediction-images.ts'
import { handleError } from '#web/lib/errors.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { randomId } from '#web/lib/random-id.ts'
import { Problem } from '#web/ui/problem.tsx'
import { useTexts } from './texts.ts'

/** Says whether an image would come out the same, what that costs, and makes it again. */
export function ReproduceDialog({
  image,
  onClose,
}: {
  image: PredictionImage
  onClose: () => void
}) {
  const t = useTexts()
  const client = useQueryClient()
  // One order for each time that it is opened, however often the button is pressed.
  const [key] = useState(() => randomId())
  const judged = useQuery({
    queryKey: queryKeys.reproduction(image.id),
    queryFn: ({ signal }) =>
      call(api.predictionImages.reproduction, { params: { id: image.id } }, { signal }),
    // Engines come and go.
    refetchOnMount: 'always',
  })
  const request = (judged.data?.request ?? null) as GenerationRequestInput | null
  const quote = useQuery({
    queryKey: queryKeys.quote(JSON.stringify(request)),
    queryFn: ({ signal }) => call(api.quotes.create, { body: request! }, { signal }),
    enabled: request !== null,
    retry: false,
  })
  const order = useMutation({
    mutationFn: () =>
      call(
        api.inferenceJobs.create,
        { body: { ...request!, quote: quote.data!.id } },
        { headers: { [IDEMPOTENCY_KEY_HEADER]: key } },
      ),
    onSuccess: () => {
      notifications.show({ message: t('reproduce.started') })
      for (const queryKey of [queryKeys.jobs, queryKeys.me, queryKeys.quotes])
        void client.invalidateQueries({ queryKey })
      onClose()
    },
    onError: handleError,
  })
  const { data } = judged
  const price = quote.data
  return (
    <Dialog opened onClose={onClose} title={t('reproduce.title')} size={460}>
      <Stack gap="md">
        {judged.isError && !data && (
          <ErrorState what={t('reproduce.failed')} onRetry={() => void judged.refetch()} />
        )}
        {judged.isPending && <Skeleton height={64} />}
        {data && (
          <div role="status">
            <Text fw={700}>{t(`verdict.${data.verdict}`)}</Text>
            {data.refusal !== null && (
              <Text size="sm" c="dimmed" mt={4}>
                {data.refusal}
              </Text>
            )}
            {data.reasons.length > 0 && (
              <List size="sm" c="dimmed" mt={4}>
                {data.reasons.map((reason) => (
                  <List.Item key={reason}>{t(`reason.${reason}`)}</List.Item>
                ))}
              </List>
            )}
          </div>
        )}
        {price && !price.enough && (
          <Text size="sm" role="status">
            {t('reproduce.missing', { credits: price.cost - price.balance })}
          </Text>
        )}
        <Problem>{quote.isError && quote.error.message}</Problem>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('reproduce.cancel')}
          </Button>
          {data?.verdict !== 'impossible' && (
            <Button
              disabled={!price?.enough}
              loading={order.isPending}
              onClick={() => order.mutate()}
            >
              {price ? t('reproduce.order', { credits: price.cost }) : t('reproduce.noPrice')}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  )
}
