import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { WebhookEndpointRequest } from '#contract/webhooks.ts'
import { api, call } from '#web/lib/api.ts'
import { accountKeys } from '#web/lib/account-keys.ts'
import { refresh } from '#web/lib/refresh.ts'
import { useTexts } from '../texts.ts'

/** How often an open log is read again, for a message that is on its way. */
const LOOK_MS = 5000

/** Own endpoints, read again each time somebody looks. */
export const useWebhooks = () =>
  useQuery({
    queryKey: accountKeys.webhooks,
    queryFn: ({ signal }) => call(api.webhookEndpoints.list, {}, { signal }),
    refetchOnMount: 'always',
  })

/** The last messages to an endpoint, read again while they are looked at. */
export const useDeliveries = (id: string) =>
  useQuery({
    queryKey: accountKeys.webhookDeliveries(id),
    queryFn: ({ signal }) => call(api.webhookEndpoints.deliveries, { params: { id } }, { signal }),
    refetchOnMount: 'always',
    refetchInterval: LOOK_MS,
  })

/** Adds an endpoint; the form shows what is refused. */
export function useAddWebhook() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: WebhookEndpointRequest) => call(api.webhookEndpoints.create, { body }),
    onSuccess: () => refresh(client, accountKeys.webhooks),
    meta: { showsOwnErrors: true },
  })
}

export function useRemoveWebhook() {
  const t = useTexts()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: { id: string; host: string }) =>
      call(api.webhookEndpoints.remove, { params: { id } }),
    onSuccess: (_answer, { host }) => {
      notifications.show({ message: t('removed', { host }) })
    },
    // Also when it failed: it may be removed already.
    onSettled: () => refresh(client, accountKeys.webhooks),
  })
}

export function useEnableWebhook() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(api.webhookEndpoints.enable, { params: { id } }),
    onSettled: () => refresh(client, accountKeys.webhooks),
  })
}

/** Gives an endpoint a new secret, which is answered once. */
export const useRotateSecret = () =>
  useMutation({
    mutationFn: (id: string) => call(api.webhookEndpoints.rotate, { params: { id } }),
  })

export function useResend(endpoint: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (delivery: string) =>
      call(api.webhookEndpoints.resend, { params: { id: endpoint, delivery } }),
    onSettled: () => refresh(client, accountKeys.webhooks),
  })
}
