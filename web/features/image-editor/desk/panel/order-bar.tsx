import { Progress, Text } from '@mantine/core'
import { useLocation } from 'react-router'
import type { ReactNode } from 'react'
import { paths } from '#contract/paths.ts'
import { GenerateBar } from '#web/features/generate/panel/generate-bar.tsx'
import { useDialogs } from '#web/lib/dialogs.ts'
import { useSession } from '#web/lib/session.ts'
import { SmallButton } from '#web/ui/small-button.tsx'
import type { EditorOrder } from '../orders/use-order.ts'
import stage from '../stage/stage.module.css'
import { useTexts } from '../texts.ts'

/** What an order costs, and its button. */
export function OrderBar({
  verb,
  cost,
  order,
  complaint,
  resendMail,
}: {
  verb: string
  /** Null while it is not known. */
  cost: number | null
  order: EditorOrder
  /** What is missing; said once the button was pressed. */
  complaint: string | null
  resendMail: ReactNode
}) {
  const { me } = useSession()
  const { show } = useDialogs()
  const { pathname, search } = useLocation()
  const said = complaint ?? order.problem
  return (
    <GenerateBar
      verb={verb}
      cost={cost}
      balance={me?.credits ?? null}
      marked={0}
      pending={order.isBusy}
      notice={me && !me.email_verified ? { kind: 'unverified', action: resendMail } : null}
      problem={said === null ? null : { text: said, place: null }}
      onUpgrade={() => show(me?.plan.name === 'free' ? 'upgrade' : 'credits')}
      loginLink={paths.login.link({ nextUrl: `${pathname}${search}` })}
    />
  )
}

/** Over the image while an order is on its way. */
export function OrderProgress({ order }: { order: EditorOrder }) {
  const t = useTexts()
  if (!order.isBusy) return null
  return (
    <div className={stage.busy} role="status">
      <div>
        <Text size="sm" mb={4}>
          {t(order.isSending ? 'order.sending' : 'order.working')}
        </Text>
        <Progress
          size="sm"
          value={100 * (order.progress ?? 0)}
          animated={order.progress === null || order.progress === 0}
          aria-label={t('order.progress')}
        />
      </div>
      {!order.isSending && <SmallButton onClick={order.cancel}>{t('order.cancel')}</SmallButton>}
    </div>
  )
}
