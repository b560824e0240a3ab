import { Skeleton, Text } from '@mantine/core'
import { useDialogs } from '#web/lib/dialogs.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { usePlans } from '../lib/use-plans.ts'
import { texts } from '../texts.ts'
import { PackCards } from './pack-cards.tsx'
import { PaymentsNotice } from './payments-notice.tsx'
import { PlanCards } from './plan-cards.tsx'

function Offers({ of }: { of: 'plans' | 'packs' }) {
  const plans = usePlans()
  if (plans.isError) {
    return (
      <ErrorState what="The prices could not be loaded." onRetry={() => void plans.refetch()} />
    )
  }
  if (!plans.data) return <Skeleton height={420} />
  return (
    <>
      <PaymentsNotice />
      {of === 'packs' ? (
        <PackCards packs={plans.data.packs} />
      ) : (
        <PlanCards offers={plans.data.plans.filter(({ plan }) => plan !== 'basic')} />
      )}
    </>
  )
}

/** The dialogs to upgrade (all plans but Basic) and to buy credits. */
export function BillingDialogs() {
  const { open, close } = useDialogs()
  return (
    <>
      <Dialog opened={open === 'upgrade'} onClose={close} title="Upgrade your plan" size={960}>
        <Offers of="plans" />
      </Dialog>
      <Dialog opened={open === 'credits'} onClose={close} title={texts.packs} size={1080}>
        <Text mb="xs">{texts.packsNote}</Text>
        <Offers of="packs" />
      </Dialog>
    </>
  )
}
