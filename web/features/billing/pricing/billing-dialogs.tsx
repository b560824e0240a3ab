import { Skeleton, Text } from '@mantine/core'
import { useDialogs } from '#web/lib/dialogs.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { useImagePrice } from '../lib/use-image-price.ts'
import { usePlans } from '../lib/use-plans.ts'
import { PackCards } from './pack-cards.tsx'
import { PaymentsNotice } from './payments-notice.tsx'
import { PlanCards } from './plan-cards.tsx'
import { useTexts } from './texts.ts'

function Offers({ of }: { of: 'plans' | 'packs' }) {
  const t = useTexts()
  const plans = usePlans()
  const image = useImagePrice()
  if (plans.isError) {
    return (
      <ErrorState
        what={t('billingDialogs.thePricesCouldNotBe')}
        onRetry={() => void plans.refetch()}
      />
    )
  }
  if (!plans.data) return <Skeleton height={420} />
  return (
    <>
      <PaymentsNotice />
      {of === 'packs' ? (
        <>
          <Text mb="xs">{t('packs.note', { image })}</Text>
          <PackCards packs={plans.data.packs} />
        </>
      ) : (
        <PlanCards offers={plans.data.plans.filter(({ plan }) => plan !== 'basic')} />
      )}
    </>
  )
}

/** The dialogs to upgrade (all plans but Basic) and to buy credits. */
export function BillingDialogs() {
  const t = useTexts()
  const { open, close } = useDialogs()
  return (
    <>
      <Dialog
        opened={open === 'upgrade'}
        onClose={close}
        title={t('billingDialogs.upgradeYourPlan')}
        size={960}
      >
        <Offers of="plans" />
      </Dialog>
      <Dialog opened={open === 'credits'} onClose={close} title={t('packs.title')} size={1080}>
        <Offers of="packs" />
      </Dialog>
    </>
  )
}
