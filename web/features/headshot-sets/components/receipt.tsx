import { Alert } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useLocation, useNavigate } from 'react-router'
import type { HeadshotReceipt } from '#contract/headshot-runs.ts'
import { formatTime } from '#web/lib/format.ts'
import { useTexts } from '../texts.ts'

/** What the page of a deleted set hands to the list. */
export interface ReceiptState {
  receipt: HeadshotReceipt
}

/** What was removed with a set that was just deleted. */
export function Receipt() {
  const t = useTexts()
  const navigate = useNavigate()
  const { state, pathname } = useLocation()
  const receipt = (state as Partial<ReceiptState> | null)?.receipt
  if (!receipt) return null
  const { images, studio } = receipt
  return (
    <Alert
      role="status"
      color="green"
      mb="md"
      title={t('receipt.title')}
      icon={<IconCircleCheck aria-hidden />}
      withCloseButton
      closeButtonLabel={t('receipt.close')}
      onClose={() => void navigate(pathname, { replace: true, preventScrollReset: true })}
    >
      {t('receipt.images', { images })}{' '}
      {studio === null
        ? t('receipt.kept')
        : t('receipt.studio', { photos: studio.photos, samples: studio.samples })}
      {studio !== null &&
        studio.model !== null &&
        ` ${t('receipt.model', { model: studio.model })}`}
      {studio !== null &&
        studio.released > 0 &&
        ` ${t('receipt.released', { credits: studio.released })}`}
      {studio !== null && ` ${t('receipt.when', { time: formatTime(studio.deleted_at) })}`}
    </Alert>
  )
}
